import { createReadStream } from 'node:fs'

/**
 * Whether a file has letters beyond the English ones, and all of them in UTF-8. Texts of other encodings
 * that happen to read so are not written by people.
 */
export async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: AsyncIterable<Buffer> = createReadStream(path)
  let isBeyond = false
  try {
    for await (const part of parts) {
      isBeyond ||= part.some((byte) => byte > 0x7f)
      decoder.decode(part, { stream: true })
    }
    decoder.decode()
    return isBeyond
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
