import { randomInt } from 'node:crypto'
import { deviceHttp } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../kit/context.ts'
import { FileAnswer } from '../../platform/fileAnswer.ts'
import { contentName, fileStoreIn } from '../../platform/fileStore.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { parameter } from '../system/parameter/index.ts'
import { type Download, findDownload } from './download.queries.ts'
import { type Lease, openLeases } from './lease.ts'
import { takeSlot } from './slot.queries.ts'

type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
) => Promise<FastifyReply>

interface Asked {
  readonly Params: { readonly token: string }
}

const reasons = {
  404: 'no such download, or its task is over',
  410: 'this address is over: ask for another one with the ticket',
  429: 'all download slots are taken, try again later',
} as const

const mediaType = 'application/octet-stream'

/** Seconds after which who found no slot comes again: not all at the same moment. */
const retryAfter = () => randomInt(5, 20)

/**
 * `GET /device/v1/file/{token}`: the bytes, in parts where asked for (Range, If-Range; the ETag is
 * the SHA-256). Whoever reads holds a slot of its organisation and of its station.
 */
export function mountDownloads(http: FastifyInstance, platform: Platform, sendFile: SendFile) {
  const leases = openLeases(platform)
  http.addHook('preClose', () => leases.stop())
  const store = fileStoreIn(platform.env.dataFolder)
  const path = `${deviceHttp.file}/:token`

  http.get<Asked>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const download = await find(request.params.token)
    if (typeof download === 'number') return refuse(reply, download)
    const lease = await slotFor(platform, download)
    if (!lease) return refuse(reply.header('retry-after', retryAfter()), 429)
    // The proxy in front reads the file itself; its slot is held for one lease.
    const { fileRedirect } = platform.env
    if (fileRedirect) return redirect(reply, download, fileRedirect)
    leases.hold(reply.raw, lease)
    const { sha256, bytes, name } = download
    const content = {
      bytes,
      etag: etagOf(download),
      open: (range?: Parameters<typeof store.open>[1]) => store.open(sha256, range),
    }
    return sendFile(request, reply, new FileAnswer(name, mediaType, content))
  })

  http.head<Asked>(path, async (request, reply) => {
    const download = await find(request.params.token)
    if (typeof download === 'number') return reply.status(download).send()
    return reply
      .header('accept-ranges', 'bytes')
      .header('etag', etagOf(download))
      .header('content-length', download.bytes)
      .header('content-type', mediaType)
      .send()
  })

  async function find(token: string): Promise<Download | 404 | 410> {
    const download = await findDownload(platform.pool, tokenHash(token))
    if (!download?.isWanted || !(await store.has(download.sha256))) return 404
    return download.isOver ? 410 : download
  }
}

const etagOf = ({ sha256 }: Download) => `"${sha256.toString('hex')}"`

async function slotFor({ pool, db }: Platform, download: Download): Promise<Lease | null> {
  const organization = await parameter(db, 'download.slots.organization')
  const station = await parameter(db, 'download.slots.station')
  const lease = await takeSlot(pool, download, { organization, station })
  return lease ? { itemId: download.itemId, lease } : null
}

const redirect = (reply: FastifyReply, { sha256 }: Download, prefix: string) =>
  reply
    .header('content-type', mediaType)
    .header('x-accel-redirect', `${prefix}/${contentName(sha256)}`)
    .send()

const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
  reply.status(status).send({ error: reasons[status] })
