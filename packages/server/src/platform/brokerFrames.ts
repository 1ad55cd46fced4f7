import type { Duplex } from 'node:stream'

/** Longest "remaining length" field of an MQTT packet, in bytes. */
const lengthBytes = 4

/** Watches the lengths that packets announce, chunk by chunk, without copying. */
export interface FrameWatch {
  /** False at the first packet that is longer than is allowed or has no proper length. */
  readonly isFine: (chunk: Buffer) => boolean
  /** Whether the next chunk begins with a packet. */
  readonly isBetween: () => boolean
  /** How many packets have come to their end. */
  readonly packets: () => number
}

export function frameWatch(maxBytes: () => number): FrameWatch {
  let packets = 0
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
    if (left === 0) packets += 1
    return left <= maxBytes()
  }

  function isFine(chunk: Buffer): boolean {
    let position = 0
    while (position < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - position)
        left -= skipped
        if (left === 0) packets += 1
        position += skipped
      } else {
        if (!header(chunk[position] ?? 0)) return false
        position += 1
      }
    }
    return true
  }

  return { isFine, isBetween: () => left === 0 && read < 0, packets: () => packets }
}

export interface FrameRules {
  /** Whether nothing is read for now. */
  readonly waits: () => boolean
  readonly maxBytes: () => number
  readonly tooLarge: () => void
  /** A packet has come to its end. */
  readonly spoke: () => void
  /** Whether a chunk that begins with a packet is taken: then it is nothing for the broker. */
  readonly take: (chunk: Buffer) => boolean
}

/** Stands before the broker: ends a connection before an oversized packet is gathered in memory. */
export function limitFrames(socket: Duplex, { maxBytes, ...rules }: FrameRules): void {
  const { isFine, isBetween, packets } = frameWatch(maxBytes)
  const read = socket.read.bind(socket)
  // The broker reads its sockets by `read` only; its own parser would gather up to 256 MB.
  socket.read = (size?: number): unknown => {
    // The stream itself asks for nothing, to be filled.
    if (size !== 0 && rules.waits()) return null
    const chunk: unknown = read(size)
    if (!Buffer.isBuffer(chunk)) return chunk
    const [begins, before] = [isBetween(), packets()]
    if (!isFine(chunk)) {
      rules.tooLarge()
      socket.destroy()
      return null
    }
    if (packets() > before) rules.spoke()
    return begins && rules.take(chunk) ? null : chunk
  }
}
