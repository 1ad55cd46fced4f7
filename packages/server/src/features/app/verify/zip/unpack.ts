import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import { PackageFault } from '../fault.ts'
import { megabytesOf } from '../limits.ts'
import type { Archive, Entry } from './archive.ts'

/** What is read as a whole: manifests, resources, signatures, icons. */
const mostAtOnce = 64 * 1024 ** 2
/** Up to here it is quicker to unpack at once than part by part. */
const small = 256 * 1024

/** What zlib answers that is asked how much it took; its types know of the content only. */
const inflated = z.object({
  buffer: z.instanceof(Buffer),
  engine: z.object({ bytesWritten: z.int() }),
})

/** The unpacked content of a file that is needed as a whole. */
export function readWhole({ file }: Archive, entry: Entry, most = mostAtOnce): Buffer {
  const { name, bytes, packedBytes, isPacked, dataFrom } = entry
  if (bytes > most || packedBytes > most)
    throw new PackageFault('verify.zip.entryTooLarge', { name, megabytes: megabytesOf(most) })
  const raw = file.read(dataFrom, packedBytes)
  const content = isPacked ? inflate(raw, entry) : raw
  if (content.length !== bytes || crc32(content) !== entry.crc32) throw damaged(entry)
  return content
}

/** Unpacks a file of any size, never holding more than a part of it, and checks that it is whole. */
export async function unpack(
  archive: Archive,
  entry: Entry,
  take: (part: Buffer) => void,
): Promise<void> {
  if (entry.bytes <= small && entry.packedBytes <= small) {
    take(readWhole(archive, entry))
    return
  }
  let [sum, done] = [0, 0]
  const check = (part: Buffer) => {
    done += part.length
    if (done > entry.bytes) throw damaged(entry)
    sum = crc32(part, sum)
    take(part)
  }
  const { dataFrom, packedBytes } = entry
  const to = dataFrom + packedBytes
  if (entry.isPacked) await inflateParts(archive.file.parts(dataFrom, to), entry, check)
  else archive.file.eachPart(dataFrom, to, check)
  if (done !== entry.bytes || sum !== entry.crc32) throw damaged(entry)
}

function inflate(raw: Buffer, entry: Entry): Buffer {
  try {
    // One more than it may have, or a file of no bytes could not be unpacked.
    const options = { maxOutputLength: entry.bytes + 1, info: true }
    const { buffer, engine } = inflated.parse(inflateRawSync(raw, options))
    if (engine.bytesWritten !== raw.length) throw damaged(entry)
    return buffer
  } catch {
    throw damaged(entry)
  }
}

async function inflateParts(
  parts: Iterable<Buffer>,
  entry: Entry,
  check: (part: Buffer) => void,
): Promise<void> {
  const inflater = createInflateRaw({ chunkSize: small })
  try {
    await pipeline(Readable.from(parts), inflater, async (content: AsyncIterable<Buffer>) => {
      for await (const part of content) check(part)
    })
  } catch {
    throw damaged(entry)
  }
  if (inflater.bytesWritten !== entry.packedBytes) throw damaged(entry)
}

const damaged = ({ name }: Entry) => new PackageFault('verify.zip.content', { name })
