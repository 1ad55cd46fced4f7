import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Page, Pages } from './apiDocs.child.ts'

/**
 * `GET /docs`: the API, readable and as OpenAPI (`/docs/json`, `/docs/yaml`). Both are made once, at
 * the first request and by a thread of its own: as YAML they would hold everybody else up. Until
 * then nothing is made of `describe` either, which is dear and most processes are never asked for.
 */
export async function mountApiDocs(
  http: FastifyInstance,
  describe: () => Promise<object>,
): Promise<void> {
  const pages = madeOnce(async () => makePages(await describe()))
  await http.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      const { url } = request.routeOptions
      if (url === '/docs/json')
        return sendPage(request, reply.type('application/json'), (await pages()).json)
      if (url === '/docs/yaml')
        return sendPage(request, reply.type('application/yaml'), (await pages()).yaml)
    })
    // The page needs the plugin, whose own answers would be made anew each time: it has none.
    await docs.register(swagger, { mode: 'static', specification: { document: {} as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      // A closed network may serve plain HTTP.
      transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
      uiConfig: { tryItOutEnabled: false },
    })
  })
}

async function makePages(document: object): Promise<Pages> {
  const url = new URL('./apiDocs.child.ts', import.meta.url)
  const worker = new Worker(url, { workerData: JSON.stringify(document) })
  try {
    // Our own thread says nothing else.
    const [pages] = (await once(worker, 'message')) as [Pages]
    return pages
  } finally {
    await worker.terminate()
  }
}

/** The same for all who ask, also while it is being made; anew only after it failed. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  const etag = `"${page.hash}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  // A proxy that compresses makes a tag weak.
  const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (known.some((tag) => tag.replace(/^W\//, '') === etag)) return reply.code(304).send()
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.send(page[encoding])
}

/** The smallest that the caller takes. */
function encodingFor(accepted: string): 'br' | 'gzip' | 'plain' {
  const words = accepted.toLowerCase().split(/\s*,\s*/)
  const taken = words
    .filter((word) => !/;\s*q=0(\.0*)?$/.test(word))
    .map((word) => word.split(/\s*;/)[0])
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'plain'
}
