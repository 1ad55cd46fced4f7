import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** The built console: hashed files for ever, the page itself asked for anew; Brotli files where they were made. */
export async function mountConsole(http: FastifyInstance): Promise<void> {
  if (!existsSync(folder)) return
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
