import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statfsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact, DownloadTicket } from '@muster/contract/protocol'
import { askPart, askTicket, type Refused } from '@muster/terminal'
import { isFull, remove } from './disk.ts'

export interface Fetching {
  readonly platform: string
  readonly sn: string
  readonly prove: () => string
  readonly artifact: Artifact
  /** Where its bytes go; those of an earlier attempt are gone on with. */
  readonly path: string
  readonly signal: AbortSignal
  /** Kilobytes a second that it may take now; 0: as many as come. */
  readonly kbps: () => number
  readonly progress: (bytes: number, kbps: number) => void
}

/** Requests in a row that bring nothing, after which the agent gives up. */
const mostFailures = 8
/** Milliseconds between two words of how far it is. */
const progressMs = 10_000

/** Fetches a file to the disk, and believes nothing but its hash; null: it is there, else the code. */
export async function fetchFile(fetching: Fetching): Promise<string | null> {
  const { artifact, path } = fetching
  if (sizeOf(path) > artifact.size) remove(path)
  if (!hasRoom(fetching)) return 'D107'
  const code = await fetchRest(fetching)
  // Nothing can be written, not even that it failed, while it takes the room there is.
  if (code === 'D107') remove(path)
  if (code !== null) return code
  if ((await hashOf(path)) !== artifact.sha256) {
    remove(path)
    return 'D105'
  }
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return null
}

/** Bytes that are there. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function hasRoom({ artifact, path }: Fetching): boolean {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize > artifact.size - sizeOf(path)
}

async function fetchRest(fetching: Fetching): Promise<string | null> {
  const { artifact, path, signal } = fetching
  let ticket: DownloadTicket | null = null
  for (let failures = 0; sizeOf(path) < artifact.size; ) {
    signal.throwIfAborted()
    const before = sizeOf(path)
    const asked: DownloadTicket | Refused = ticket ?? (await askTicketOf(fetching))
    const ended = 'url' in asked ? await fetchPart(fetching, (ticket = asked)) : asked
    // Whoever is told to wait has not failed: as many may come before it as there are in its station.
    if (ended !== null && 'wait' in ended) {
      await sleep(ended.wait * 1000, undefined, { signal })
      continue
    }
    failures = sizeOf(path) > before ? 0 : failures + 1
    if (ended?.code === 'D103' || ended?.code === 'D107') return ended.code
    if (ended?.code === 'D102') ticket = null
    if (failures >= mostFailures) return before > 0 ? 'D104' : 'D101'
    if (ended) await sleep(backOff(failures), undefined, { signal })
  }
  return null
}

const backOff = (failures: number): number =>
  Math.min(60_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2)

const askTicketOf = ({ platform, sn, prove, artifact, signal }: Fetching) =>
  askTicket({ platform, sn, proof: prove(), ticket: artifact.ticket, signal })

/** One request, until it ends or breaks: what has come stays. */
async function fetchPart(
  fetching: Fetching,
  { url, sha256 }: DownloadTicket,
): Promise<Refused | { readonly code: 'D107' } | null> {
  const { path, signal, artifact } = fetching
  const from = sizeOf(path)
  // The platform's mark of a file is its hash.
  const arriving = await askPart({ url, from, etag: `"${sha256}"`, signal })
  if (!('bytes' in arriving)) return arriving
  const flags = arriving.from > 0 ? 'a' : 'w'
  let bytes = arriving.from
  const pace = paceOf(fetching, bytes)
  async function* counted(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      bytes += part.length
      // More than was announced is not what was announced.
      if (bytes > artifact.size) throw new Error('too much')
      pace(bytes)
      yield part
      await slowDown(part.length, fetching)
    }
  }
  try {
    const file = createWriteStream(path, { flags, mode: 0o600 })
    await pipeline(Readable.from(counted(arriving.bytes)), file, { signal })
    return null
  } catch (error) {
    signal.throwIfAborted()
    return { code: isFull(error) ? 'D107' : 'D101' }
  } finally {
    await arriving.cancel()
  }
}

/** Waits as long as so many bytes may take. */
async function slowDown(bytes: number, { kbps, signal }: Fetching): Promise<void> {
  const most = kbps()
  if (most > 0) await sleep(bytes / most, undefined, { signal })
}

/** Says from time to time how far it is. */
function paceOf({ progress }: Fetching, from: number): (bytes: number) => void {
  let [saidAt, said] = [performance.now(), from]
  return (bytes) => {
    const now = performance.now()
    if (now - saidAt < progressMs) return
    progress(bytes, Math.round((bytes - said) / (now - saidAt)))
    saidAt = now
    said = bytes
  }
}
