import {
  deviceHttp,
  handInPartBytes,
  type HandInTicket,
  handInWish,
  mostScreenBytes,
} from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '../../../kit/context.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { parameter } from '../../system/parameter/index.ts'
import { openDeviceProof } from '../broker/deviceProof.ts'
import { beginHanding, findWanted, type Wanted } from './handed.queries.ts'
import { completeHanding, hasRoom, type Refused, takePart } from './handIn.ts'

const reasons: Readonly<Record<Refused | 400 | 401 | 413 | 503, string>> = {
  400: 'malformed',
  401: 'refused',
  404: 'this terminal has nothing to hand in here',
  409: 'other bytes are missing',
  413: 'more than was asked for',
  422: 'not what was announced, or not what was asked for',
  503: 'busy, try again later',
  507: 'no room for it now',
}

/**
 * `POST /device/v1/upload/init`, and below the address that it answers `PUT …?at=` and `POST …/complete`:
 * where a terminal hands in the file that its own item asks for, while that is under way. It shows
 * the proof of its secret as bearer once, then the address is its ticket.
 */
export function mountHandIn(http: FastifyInstance, platform: Platform): void {
  const prove = openDeviceProof(http, platform)
  const place = `${deviceHttp.handIn}/:token`

  http.post(`${deviceHttp.handIn}/init`, async (request, reply) => {
    const { data } = handInWish().safeParse(bodyOf(request))
    if (!data) return refuse(reply, 400)
    const caller = await prove(request, data.sn)
    if ('status' in caller) return refuse(reply, caller.status)
    const { deviceId } = caller
    const wanted = await findWanted(platform.db, { itemId: data.item, deviceId })
    if (!wanted) return refuse(reply, 404)
    if (data.size > mostBytesOf(wanted)) return refuse(reply, 413)
    if (!(await hasRoom(platform, data.size))) return refuse(reply, 507)
    const ticket = await begin(platform, request, { ...wanted, ...data, deviceId })
    return reply.header('cache-control', 'no-store').send(ticket)
  })

  http.put<Asked>(place, { bodyLimit: handInPartBytes }, async (request, reply) => {
    const at = atOf(request)
    const { body } = request
    if (at === null || !Buffer.isBuffer(body) || body.length === 0) return refuse(reply, 400)
    const hash = tokenHash(request.params.token)
    return answer(reply, await takePart(platform, hash, { at, bytes: body }))
  })

  http.post<Asked>(`${place}/complete`, async (request, reply) =>
    answer(reply, await completeHanding(platform, tokenHash(request.params.token))),
  )
}

interface Asked {
  readonly Params: { readonly token: string }
}

const refuse = (reply: FastifyReply, status: keyof typeof reasons, more: object = {}) =>
  reply.status(status).send({ error: reasons[status], ...more })

/** How far it is, also where a part was not the next one. */
const answer = (
  reply: FastifyReply,
  found: { readonly received: number; readonly refused?: Refused },
) => {
  const { refused, received } = found
  return refused ? refuse(reply, refused, { received }) : reply.send({ received })
}

interface Begun extends Pick<Wanted, 'kind'>, z.output<ReturnType<typeof handInWish>> {
  readonly deviceId: string
}

async function begin(
  { db, env, now }: Platform,
  request: FastifyRequest,
  { item: itemId, deviceId, kind, size: bytes, sha256 }: Begun,
): Promise<HandInTicket> {
  const minutes = await parameter(db, 'download.url.minutes')
  const expiresAt = new Date(now().getTime() + minutes * 60_000)
  const token = makeToken()
  const received = await beginHanding(
    { db, env },
    {
      itemId,
      deviceId,
      kind,
      bytes,
      sha256: Buffer.from(sha256, 'hex'),
      tokenHash: tokenHash(token),
      expiresAt,
    },
  )
  const own = env.publicUrl ?? `${request.protocol}://${request.host}`
  const url = `${own.replace(/\/+$/, '')}${deviceHttp.handIn}/${token}`
  return { url, expires: expiresAt.getTime(), partBytes: handInPartBytes, received }
}

const mostBytesOf = ({ kind, args: { maxMB } }: Wanted): number =>
  kind === 'SCREENSHOT' ? mostScreenBytes : (typeof maxMB === 'number' ? maxMB : 1) * 1_048_576

const place = z.object({ at: z.string().check(z.regex(/^\d{1,12}$/)) })

function atOf({ query }: FastifyRequest): number | null {
  const { data } = place.safeParse(query)
  return data ? Number(data.at) : null
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
  } catch {
    return null
  }
}
