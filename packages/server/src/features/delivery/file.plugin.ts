import { randomInt } from 'node:crypto'
import { deviceHttp } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../kit/context.ts'
import {
  dispositionOf,
  FileAnswer,
  rangeAsked,
  type StoredContent,
} from '../../platform/fileAnswer.ts'
import { contentName, contentPath, fileStoreIn } from '../../platform/fileStore.ts'
import { answersAlways } from '../../platform/http.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { openSharedReads } from '../../platform/sharedReads.ts'
import { type Download, findDownload } from './download.queries.ts'
import { openGate } from './gate.ts'
import { openLeases } from './lease.ts'
import { countRedirected } from './slot.queries.ts'

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
  const [gate, leases] = [openGate(platform), openLeases(platform)]
  http.addHook('preClose', () => leases.stop())
  http.addHook('onClose', () => gate.stop())
  const { dataFolder, fileRedirect } = platform.env
  const store = fileStoreIn(dataFolder)
  const openShared = openSharedReads()
  const path = `${deviceHttp.file}/:token`
  // Who comes while too much is to be done comes again, as he does when all slots are taken.
  const options = { exposeHeadRoute: false, config: answersAlways }

  http.get<Asked>(path, options, async (request, reply) => {
    const comeAgain = () => refuse(reply.header('retry-after', retryAfter()), 429)
    if (http.isRefusingCalls()) return comeAgain()
    const taken = await gate.take(tokenHash(request.params.token))
    if (taken === null) return comeAgain()
    const download = await readable(taken)
    if (typeof download === 'number') return refuse(reply, download)
    const { itemId, lease, sha256, bytes, name } = download
    if (!lease) return comeAgain()
    if (fileRedirect) {
      await countRedirected(platform.pool, itemId, bytesAsked(request, download))
      return redirect(reply, download, fileRedirect)
    }
    leases.hold(reply.raw, { itemId, lease })
    const [etag, file] = [etagOf(download), contentPath(dataFolder, sha256)]
    const source = { name: etag, path: file, bytes }
    const open: StoredContent['open'] = (range) => openShared(source, range)
    return sendFile(request, reply, new FileAnswer(name, mediaType, { bytes, etag, open }))
  })

  http.head<Asked>(path, async (request, reply) => {
    const found = await findDownload(platform.pool, tokenHash(request.params.token))
    const download = await readable(found)
    if (typeof download === 'number') return reply.status(download).send()
    return reply
      .header('accept-ranges', 'bytes')
      .header('etag', etagOf(download))
      .header('content-length', download.bytes)
      .header('content-type', mediaType)
      .send()
  })

  async function readable<D extends Download>(download: D | null | undefined) {
    if (!download?.isWanted || !(await store.has(download.sha256))) return 404
    return download.isOver ? 410 : download
  }
}

const etagOf = ({ sha256 }: Download) => `"${sha256.toString('hex')}"`

/** The proxy in front reads the file: what it is asked for is all that is known of it here. */
function bytesAsked({ headers }: FastifyRequest, download: Download): number {
  const range = rangeAsked(headers, { etag: etagOf(download), bytes: download.bytes })
  if (range === 'none') return 0
  return range ? range.end - range.start + 1 : download.bytes
}

const redirect = (reply: FastifyReply, download: Download, prefix: string) =>
  reply
    .header('content-type', mediaType)
    .header('content-disposition', dispositionOf(download.name))
    .header('etag', etagOf(download))
    .header('x-accel-redirect', `${prefix}/${contentName(download.sha256)}`)
    .send()

const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
  reply.status(status).send({ error: reasons[status] })
