import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answersAlways } from './http.ts'

const built = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/**
 * The built console: hashed files for ever, the page itself and its service worker asked for anew;
 * Brotli and gzip as the build made them. The folder is read at each request, so that a new version
 * can be put there while the server runs. `dress` adds what its answers carry besides.
 */
export async function mountConsole(
  http: FastifyInstance,
  folder: string | null,
  dress: (files: FastifyInstance) => void = () => undefined,
): Promise<void> {
  const root = folder ?? built
  if (!existsSync(root)) return
  await http.register(async (files) => {
    // A part that is refused once leaves its page without what it was to show.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...answersAlways }
    })
    dress(files)
    await files.register(fastifyStatic, {
      root,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
}
