import { describe, expect, it } from 'vitest'
import { frameWatch } from './brokerFrames.ts'

const packet = (bytes: number) => {
  const length: number[] = []
  for (let rest = bytes; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    if (rest < 128) break
  }
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bytes, 0xff)])
}

const inChunks = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )

describe('the watch over packet lengths', () => {
  it.each([1, 2, 3, 7, 1000])('passes packets up to the limit in chunks of %i bytes', (size) => {
    const watch = frameWatch(() => 20_000).isFine
    const bytes = Buffer.concat([0, 1, 127, 128, 16_383, 16_384, 20_000].map(packet))
    expect(inChunks(bytes, size).every(watch)).toBe(true)
  })

  it.each([1, 2, 5, 1000])('stops at the header of a larger one in chunks of %i bytes', (size) => {
    const watch = frameWatch(() => 20_000).isFine
    const bytes = Buffer.concat([packet(100), packet(20_001)])
    const refused = inChunks(bytes, size).findIndex((chunk) => !watch(chunk))
    expect(refused).toBe(Math.floor((102 + 3) / size))
  })

  it('stops at a length of more than four bytes', () => {
    expect(frameWatch(() => 1e9).isFine(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe(
      false,
    )
  })
})
