import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** So much is hashed between two frames: some milliseconds of work. */
const partBytes = 1024 * 1024

/** Hashes that were made since the page was loaded: going on with an upload does not hash again. */
const known = new WeakMap<File, string>()

interface Watch {
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal | undefined
}

/**
 * SHA-256 of a file, in hex, read part by part: the browser's own function wants the whole in
 * memory. Rejects when the signal aborts or the file cannot be read.
 */
export async function hashFile(file: File, { onProgress, signal }: Watch): Promise<string> {
  const made = known.get(file)
  if (made) return made
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += partBytes) {
    signal?.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer()))
    onProgress(Math.min(at + partBytes, file.size))
  }
  const text = bytesToHex(hash.digest())
  known.set(file, text)
  return text
}
