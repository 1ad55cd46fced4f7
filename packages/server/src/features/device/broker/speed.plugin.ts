import { randomBytes } from 'node:crypto'
import { deviceHttp, speedBytes } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { LinkPlatform } from '../linkPlatform.ts'

/** A terminal that has proved itself, or the status that it is refused with. */
type Admitted = { readonly deviceId: string } | { readonly status: 401 | 503 }
type Admit = (request: FastifyRequest, sn: string) => Promise<Admitted>

/**
 * `GET` and `POST /device/v1/speed?sn=…`: what a terminal measures its way by. Only while it works on a
 * SPEED_TEST: nobody draws on the server's lines at will. `GET` answers so many bytes that no
 * compression makes fewer, `POST` takes as many and answers how many there were.
 */
export function mountDeviceSpeed(
  http: FastifyInstance,
  { pool }: Pick<LinkPlatform, 'pool'>,
  admit: Admit,
): void {
  let bytes: Buffer | undefined
  const measured = async (request: FastifyRequest, reply: FastifyReply, answer: () => unknown) => {
    const admitted = await admit(request, snOf(request))
    reply.header('cache-control', 'no-store')
    if ('status' in admitted) return reply.status(admitted.status).send({ error: 'refused' })
    if (!(await isTesting(pool, admitted.deviceId)))
      return reply.status(403).send({ error: 'no speed test was asked for' })
    return reply.send(answer())
  }
  http.get(deviceHttp.speed, (request, reply) =>
    measured(request, reply, () => (bytes ??= randomBytes(speedBytes))),
  )
  http.post(deviceHttp.speed, { bodyLimit: speedBytes }, (request, reply) =>
    measured(request, reply, () => ({
      bytes: Buffer.isBuffer(request.body) ? request.body.length : 0,
    })),
  )
}

function snOf({ query }: FastifyRequest): string {
  const said = typeof query === 'object' && query !== null && 'sn' in query ? query.sn : ''
  return typeof said === 'string' ? said.slice(0, 32) : ''
}

async function isTesting(pool: pg.Pool, deviceId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from push_item item where item.device_id = $1 and item.ended_at is null
      and item.cmd = 'SPEED_TEST' limit 1`,
    [deviceId],
  )
  return rowCount === 1
}
