import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parameter } from '../../kit/parameter.ts'
import type { Platform } from '../../kit/context.ts'
import { makeToken, tokenHash } from '../../platform/secrets.ts'
import { steadyNow } from '../../platform/steadyClock.ts'
import { type Artifact, findArtifact, grantDownload, type ReadDownload } from '../delivery/index.ts'
import type { ArtifactFacts } from './answers.rules.ts'
import type { Digests } from './digests.ts'
import { type Action } from './work.queries.ts'

/** Milliseconds for which a client may be kept waiting for a free slot, and between two looks. */
const patience = { most: 45_000, between: 1_500 }

/** Clients that wait at once; further ones are told to come again. */
const mostWaiting = 2_000

/** A file that a client may fetch now. */
export interface Fetched {
  readonly action: Action
  readonly artifact: Artifact
}

/** The file of an action, while that is under way and nobody has taken its version away. */
export async function fileOf(
  { pool }: Platform,
  deviceId: string,
  action: Action,
): Promise<Fetched | null> {
  const artifact = await findArtifact(pool, { itemId: action.itemId, deviceId })
  return artifact && { action, artifact }
}

export async function describeArtifact(
  digestsOf: (sha256: Buffer) => Promise<Digests>,
  base: string,
  { action: { number }, artifact }: Fetched,
): Promise<ArtifactFacts> {
  const { sha1, md5 } = await digestsOf(artifact.sha256)
  const hashes = { sha1, md5, sha256: artifact.sha256.toString('hex') }
  return { base, number, name: artifact.name, bytes: artifact.bytes, hashes }
}

/** What is said of a file without its bytes. */
export const tellFile = (reply: FastifyReply, { artifact: { sha256, bytes } }: Fetched) =>
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', `"${sha256.toString('hex')}"`)
    .header('content-length', bytes)
    .header('content-type', 'application/octet-stream')
    .send()

/**
 * Sends the bytes. A client that is told to come again gives the whole upgrade up: it is kept
 * waiting for a slot instead.
 */
export function openSender(platform: Platform, read: ReadDownload) {
  let waiting = 0
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { fetched, deviceId }: { readonly fetched: Fetched; readonly deviceId: string },
  ): Promise<FastifyReply> => {
    const { action, artifact } = fetched
    const minutes = await parameter(platform.db, 'download.url.minutes')
    const expiresAt = new Date(platform.now().getTime() + minutes * 60_000)
    const token = makeToken()
    const grant = { ...artifact, itemId: action.itemId, deviceId, tokenHash: tokenHash(token) }
    await grantDownload(platform.pool, { ...grant, expiresAt })
    const isPatient = waiting < mostWaiting
    if (isPatient) waiting += 1
    try {
      const until = steadyNow() + (isPatient ? patience.most : 0)
      const again = async () => {
        if (steadyNow() >= until || request.raw.socket.destroyed) return false
        await sleep(patience.between, undefined, { ref: false })
        return true
      }
      return await read(request, reply, { token, again })
    } finally {
      if (isPatient) waiting -= 1
    }
  }
}
