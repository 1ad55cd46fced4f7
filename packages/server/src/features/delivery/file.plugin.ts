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
import { BucketFault } from '../../platform/bucket.ts'
import { type Contents, contentsOf, isMissing } from '../../platform/contents.ts'
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

/** What is read, and by whom. */
interface Wish {
  readonly token: string
  /** While no slot is free: settles when it is worth another look; false: the client is to come again. */
  readonly again?: () => Promise<boolean>
}

/** Answers a request with the bytes that a token is for. */
export type ReadDownload = (
  request: FastifyRequest,
  reply: FastifyReply,
  wish: Wish,
) => Promise<FastifyReply>

interface Asked {
  readonly Params: { readonly token: string }
}

const reasons = {
  404: 'no such download, or its task is over',
  410: 'this address is over: ask for another one with the ticket',
  429: 'all download slots are taken, try again later',
  503: 'the file store does not answer, try again later',
} as const

const mediaType = 'application/octet-stream'

/** Seconds after which who was sent away comes again: not all at the same moment. */
const retryAfter = () => randomInt(5, 20)

/**
 * `GET /device/v1/file/{token}`: the bytes, in parts where asked for (Range, If-Range; the ETag is
 * the SHA-256). Whoever reads holds a slot of its organisation and of its station.
 */
export function mountDownloads(
  http: FastifyInstance,
  platform: Platform,
  sendFile: SendFile,
): ReadDownload {
  const contents = contentsOf(platform)
  const [read, readable] = [openReading(http, platform, sendFile), readableIn(contents)]
  const path = `${deviceHttp.file}/:token`
  // Who comes while too much is to be done comes again, as he does when all slots are taken.
  const options = { exposeHeadRoute: false, config: answersAlways }
  http.get<Asked>(path, options, (request, reply) => read(request, reply, request.params))
  http.head<Asked>(path, async (request, reply) => {
    const found = await findDownload(platform.pool, tokenHash(request.params.token))
    const download = await readable(found)
    return typeof download === 'number'
      ? reply.status(download).send()
      : tellOf(reply, download).send()
  })
  return read
}

function openReading(http: FastifyInstance, platform: Platform, sendFile: SendFile): ReadDownload {
  const [gate, leases] = [openGate(platform), openLeases(platform)]
  http.addHook('preClose', () => leases.stop())
  http.addHook('onClose', () => gate.stop())
  const { dataFolder, fileRedirect } = platform.env
  const [near, contents] = [fileStoreIn(dataFolder), contentsOf(platform)]
  const [openFile, readable] = [openWherever(dataFolder, contents), readableIn(contents)]
  return async function read(request, reply, wish): Promise<FastifyReply> {
    const comeAgain = (status: 429 | 503 = 429) =>
      refuse(reply.header('retry-after', retryAfter()), status)
    if (http.isRefusingCalls()) return comeAgain()
    const taken = await gate.take(tokenHash(wish.token))
    if (taken === null) return comeAgain()
    const download = await readable(taken)
    if (typeof download === 'number') return refuse(reply, download)
    const { itemId, lease, sha256, bytes, name } = download
    if (!lease) return (await wish.again?.()) ? read(request, reply, wish) : comeAgain()
    // The proxy in front does not see the bucket.
    if (fileRedirect && (await near.has(sha256))) {
      await countRedirected(platform.pool, itemId, bytesAsked(request, download))
      return redirect(reply, download, fileRedirect)
    }
    leases.hold(reply.raw, { itemId, lease })
    const content = { bytes, etag: etagOf(download), open: openFile(download) }
    return sendFile(request, reply, new FileAnswer(name, mediaType, content)).catch(
      (error: unknown) => {
        if (error instanceof BucketFault) return comeAgain(503)
        throw error
      },
    )
  }
}

/** Says why a download is not to be read, by a status. */
const readableIn =
  (contents: Contents) =>
  async <D extends Download>(download: D | null | undefined) => {
    if (!download?.isWanted || !(await contents.has(download.sha256))) return 404
    return download.isOver ? 410 : download
  }

const tellOf = (reply: FastifyReply, download: Download) =>
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etagOf(download))
    .header('content-length', download.bytes)
    .header('content-type', mediaType)

/** Opens downloads: those in the folder for many at once, the others from the bucket. */
function openWherever(dataFolder: string, contents: Contents) {
  const openShared = openSharedReads()
  return (download: Download): StoredContent['open'] => {
    const { sha256, bytes } = download
    const source = { name: etagOf(download), path: contentPath(dataFolder, sha256), bytes }
    return (range) =>
      openShared(source, range).catch((error: unknown) => {
        if (isMissing(error)) return contents.open(sha256, range)
        throw error
      })
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
