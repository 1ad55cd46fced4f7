import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'
import { metrics } from '../../../platform/metrics.ts'

/** Whether something the process needs is there; `gateway` is added by the role that has one. */
export interface Readiness {
  readonly name: string
  readonly isReady: () => Promise<boolean>
}

/** `GET /healthz` (alive), `/readyz` (all that is needed answers), `/metrics` (Prometheus). */
export function mountHealth(
  http: FastifyInstance,
  platform: Platform,
  needs: readonly Readiness[],
): void {
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (_, reply) => {
    const database = { name: 'database', isReady: () => answers(platform) }
    const checks = await Promise.all(
      [database, ...needs].map(async ({ name, isReady }) => [name, await isReady()] as const),
    )
    const isReady = checks.every(([, ready]) => ready)
    const state = { ready: isReady, ...Object.fromEntries(checks), warnings: warningsOf(platform) }
    return reply.status(isReady ? 200 : 503).send(state)
  })
  http.get('/metrics', async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

/** What an operator set that belongs to no open network. */
const warningsOf = ({ env }: Platform): string[] => [
  ...(env.virtualRole ? ['MUSTER_VIRTUAL_ROLE: full access without signing in'] : []),
  ...(env.allowUnboundSessions ? ['MUSTER_ALLOW_UNBOUND_SESSIONS: sessions without a key'] : []),
]

async function answers({ pool }: Platform): Promise<boolean> {
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  }
}
