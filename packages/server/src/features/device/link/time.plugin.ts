import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'

/**
 * `GET /device/v1/time`: what a terminal needs before it can connect, the server's clock
 * (epoch milliseconds) and the address of the broker. Public.
 */
export function mountDeviceTime(
  http: FastifyInstance,
  { env, now }: Pick<Platform, 'env' | 'now'>,
): void {
  http.get('/device/v1/time', async (request, reply) =>
    reply.header('cache-control', 'no-store').send({
      time: now().getTime(),
      mqtt: env.mqttUrl
        ? withoutSecrets(env.mqttUrl)
        : `mqtt://${hostOf(env.publicUrl) ?? request.hostname}:${env.mqttPort}`,
    }),
  )
}

const hostOf = (address: string | null) => (address ? new URL(address).hostname : null)

/** The gateway's own name and password are nobody's business. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
