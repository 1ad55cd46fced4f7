import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { type Entry, openPromise } from 'yauzl'
import { entriesOf, extensionOf, headBytes, isOfForm, isPicture } from './content.rules.ts'
import { PartHashes } from './partHashes.ts'

/** Why a file is not kept: a text key. */
export type Reason =
  | 'upload.reason.hash'
  | 'upload.reason.content'
  | 'upload.reason.lost'
  | 'upload.reason.infected'

export type Verdict = { readonly md5: Buffer; readonly parts: Buffer } | { readonly reason: Reason }

interface Claim {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
}

interface Watch {
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number) => Promise<void>
}

/** So much is hashed at a time: others get their turn in less than a millisecond. */
const partBytes = 256 * 1024

/** Compares a file with what was announced, reading it once; whatever its size, little is in memory. */
export async function checkContent(
  path: string,
  { name, bytes, sha256 }: Claim,
  watch: Watch = {},
): Promise<Verdict> {
  const found = await stat(path).catch(() => null)
  if (found?.size !== bytes) return { reason: 'upload.reason.hash' }
  const hashes = await hashesOf(path, watch)
  if (!hashes.sha256.equals(sha256)) return { reason: 'upload.reason.hash' }
  const extension = extensionOf(name)
  const isRight =
    isOfForm(extension, await headOf(path, isPicture(extension) ? bytes : headBytes)) &&
    (await hasEntries(path, entriesOf(extension)))
  const { md5, parts } = hashes
  return isRight ? { md5, parts } : { reason: 'upload.reason.content' }
}

async function hashesOf(path: string, { signal, progress }: Watch) {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  const parts = new PartHashes()
  const part = Buffer.alloc(partBytes)
  const file = await open(path)
  try {
    for (let done = 0; ; ) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(part, 0, partBytes, done)
      if (bytesRead === 0) break
      const read = part.subarray(0, bytesRead)
      for (const hash of [sha256, md5, parts]) hash.update(read)
      done += bytesRead
      await progress?.(done)
    }
  } finally {
    await file.close()
  }
  return { sha256: sha256.digest(), md5: md5.digest(), parts: parts.digest() }
}

async function headOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** An archive with more entries than these is not looked through to its end. */
const mostEntries = 65_535

/** Whether a ZIP archive can be read and has these entries; nothing of them is unpacked. */
async function hasEntries(path: string, names: readonly string[] | null): Promise<boolean> {
  if (names === null) return true
  const missing = new Set(names)
  const archive = await openPromise(path, { lazyEntries: true, strictFileNames: true }).catch(
    () => null,
  )
  if (!archive) return false
  if (archive.entryCount > mostEntries) {
    archive.close()
    return false
  }
  return new Promise((resolve) => {
    const settle = (isRight: boolean) => {
      archive.close()
      resolve(isRight)
    }
    archive.on('error', () => settle(false))
    archive.on('end', () => settle(missing.size === 0))
    archive.on('entry', ({ fileName }: Entry) => {
      missing.delete(fileName)
      archive.readEntry()
    })
    archive.readEntry()
  })
}
