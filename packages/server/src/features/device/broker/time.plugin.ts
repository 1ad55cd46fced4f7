import { randomInt } from 'node:crypto'
import { deviceHttp } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'

/**
 * `GET /device/v1/time`: what a terminal needs before it can connect: the server's clock (epoch
 * milliseconds), the address of the broker, and what that takes as password: `proof` one that the
 * terminal makes of its secret, `token` one that `POST /device/v1/token` gives for it. Public.
 */
export function mountDeviceTime(
  http: FastifyInstance,
  { env, now }: Pick<Platform, 'env' | 'now'>,
): void {
  http.get(deviceHttp.time, async (request, reply) =>
    reply.header('cache-control', 'no-store').send({
      time: now().getTime(),
      mqtt: env.nats
        ? env.nats.mqtt[randomInt(env.nats.mqtt.length)]
        : embedded(env, hostOf(env.publicUrl) ?? request.hostname),
      password: env.nats ? 'token' : 'proof',
    }),
  )
}

/** Nobody vouches for the certificate of a demo: its terminals come without TLS. */
const embedded = ({ mqttTls: tls, mqttPort }: Platform['env'], host: string) =>
  tls && !tls.isSelfSigned ? `mqtts://${host}:${tls.port}` : `mqtt://${host}:${mqttPort}`

const hostOf = (address: string | null) => (address ? new URL(address).hostname : null)
