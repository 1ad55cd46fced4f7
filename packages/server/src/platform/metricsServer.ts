import { timingSafeEqual } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Env } from './env.ts'
import { answersAlways } from './http.ts'
import { metrics } from './metrics.ts'
import { tokenHash } from './secrets.ts'

type MetricsEnv = Pick<Env, 'metricsListen' | 'metricsToken'>

/**
 * `GET /metrics` (Prometheus), for whoever shows the token where there is one. With an address of
 * its own it is served there alone, from when `http` is ready until it closes.
 */
export function mountMetrics(
  http: FastifyInstance,
  { env, log }: { env: MetricsEnv; log: FastifyBaseLogger },
): void {
  const { metricsListen: own, metricsToken: token } = env
  if (!own) return serve(http, token)
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  serve(server, token)
  http.addHook('onReady', async () => {
    await server.listen(own)
    server.server.on('error', (error) => log.warn({ err: error }, 'Metrics have trouble'))
  })
  http.addHook('onClose', () => server.close())
}

function serve(http: FastifyInstance, token: string | null): void {
  const isAllowed = token === null ? () => true : bearerCheck(token)
  http.get('/metrics', { config: answersAlways }, async (request, reply) =>
    isAllowed(request)
      ? reply.type(metrics.contentType).send(await metrics.metrics())
      : refuse(reply),
  )
}

/** Compares hashes: how long it takes tells neither the token nor its length. */
function bearerCheck(token: string): (request: FastifyRequest) => boolean {
  const expected = tokenHash(token)
  return ({ headers }) => {
    const [, shown = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    return timingSafeEqual(tokenHash(shown), expected)
  }
}

const refuse = (reply: FastifyReply) =>
  reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized' })
