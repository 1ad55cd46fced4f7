import type { Duplex } from 'node:stream'

/** Longest "remaining length" field of an MQTT packet, in bytes. */
const lengthBytes = 4

/** Watches the lengths that packets announce, chunk by chunk, without copying. */
export interface FrameWatch {
  /** False at the first packet that is longer than is allowed or has no proper length. */
  readonly isFine: (chunk: Buffer) => boolean
  /** Whether the next chunk begins with a packet. */
  readonly isBetween: () => boolean
}

export function frameWatch(maxBytes: () => number): FrameWatch {
  let left = 0
  let read = -1
  let length = 0

  /** One byte of a packet's fixed header; false: not acceptable. */
  function header(byte: number): boolean {
    if (read < 0) {
      read = 0
      length = 0
      return true
    }
    length += (byte & 0x7f) * 128 ** read
    read += 1
    if (byte & 0x80) return read < lengthBytes
    left = length
    read = -1
    return left <= maxBytes()
  }

  function isFine(chunk: Buffer): boolean {
    let position = 0
    while (position < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - position)
        left -= skipped
        position += skipped
      } else {
        if (!header(chunk[position] ?? 0)) return false
        position += 1
      }
    }
    return true
  }

  return { isFine, isBetween: () => left === 0 && read < 0 }
}

export interface FrameRules {
  readonly maxBytes: () => number
  readonly tooLarge: () => void
  /** Hears each chunk, and whether it begins with a packet; true: it is taken, and nothing for the broker. */
  readonly heard: (chunk: Buffer, begins: boolean) => boolean
}

/** Stands before the broker: ends a connection before an oversized packet is gathered in memory. */
export function limitFrames(socket: Duplex, { maxBytes, tooLarge, heard }: FrameRules): void {
  const { isFine, isBetween } = frameWatch(maxBytes)
  const read = socket.read.bind(socket)
  // The broker reads its sockets by `read` only; its own parser would gather up to 256 MB.
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size)
    if (!Buffer.isBuffer(chunk)) return chunk
    const begins = isBetween()
    if (isFine(chunk)) return heard(chunk, begins) ? null : chunk
    tooLarge()
    socket.destroy()
    return null
  }
}
