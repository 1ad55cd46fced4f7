import { deviceHttp, type DownloadTicket, downloadPartBytes, ticketWish } from '@muster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../../kit/context.ts'
import { makeToken, tokenHash } from '../../platform/secrets.ts'
import { openDeviceProof } from '../device/index.ts'
import { parameter } from '../system/parameter/index.ts'
import { type Artifact, findArtifact, heldSeconds } from './artifact.queries.ts'
import { findDownloadPlaces, findParts, grantDownload } from './download.queries.ts'

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const reasons = {
  400: 'malformed',
  401: 'refused',
  404: 'this terminal has no file to fetch by this ticket',
  503: 'busy, try again later',
} as const

/**
 * `POST /device/v1/download/ticket`: the address of the file that belongs to a terminal's own item,
 * while that is under way. The terminal shows the proof of its secret as bearer.
 */
export function mountDownloadTickets(http: FastifyInstance, platform: Platform): void {
  const prove = openDeviceProof(http, platform)
  http.post(deviceHttp.ticket, async (request, reply) => {
    const refuse = (status: keyof typeof reasons, again?: number) =>
      (again === undefined ? reply : reply.header('retry-after', again))
        .status(status)
        .send({ error: reasons[status] })
    const { data } = ticketWish().safeParse(bodyOf(request))
    if (!data) return refuse(400)
    const caller = await prove(request, data.sn)
    if ('status' in caller) return refuse(caller.status)
    if (!isId(data.ticket)) return refuse(404)
    const asked = { itemId: data.ticket, deviceId: caller.deviceId }
    const artifact = await findArtifact(platform.pool, asked)
    if (!artifact) return refuse(404)
    if (artifact.isHeld) return refuse(503, heldSeconds)
    reply.header('cache-control', 'no-store')
    return reply.send(await grant(platform, request, { ...asked, ...artifact }))
  })
}

async function grant(
  platform: Platform,
  request: FastifyRequest,
  wanted: Artifact & { readonly itemId: string; readonly deviceId: string },
): Promise<DownloadTicket> {
  const { pool, db, env, now } = platform
  const minutes = await parameter(db, 'download.url.minutes')
  const expiresAt = new Date(now().getTime() + minutes * 60_000)
  const token = makeToken()
  await grantDownload(pool, { ...wanted, tokenHash: tokenHash(token), expiresAt })
  const own = env.publicUrl ?? `${request.protocol}://${request.host}`
  const places = await findDownloadPlaces(pool, wanted.orgId)
  const [url = '', ...mirrors] = [...places, own].map((base) => addressIn(base, token))
  return {
    url,
    expires: expiresAt.getTime(),
    size: wanted.bytes,
    sha256: wanted.sha256.toString('hex'),
    ranges: true,
    ...(await chunksOf(platform, wanted.sha256)),
    mirrors: [...new Set(mirrors)].filter((mirror) => mirror !== url),
  }
}

const addressIn = (base: string, token: string): string =>
  `${base.replace(/\/+$/, '')}${deviceHttp.file}/${token}`

async function chunksOf({ pool }: Platform, sha256: Buffer) {
  const found = await findParts(pool, sha256)
  const { partBytes: chunkBytes = downloadPartBytes, hashes = Buffer.alloc(0) } = found ?? {}
  const chunks = Array.from({ length: hashes.length / 32 }, (_, nth) =>
    hashes.toString('hex', nth * 32, nth * 32 + 32),
  )
  return { chunkBytes, chunks }
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
  } catch {
    return null
  }
}
