import { createHash, randomBytes } from 'node:crypto'
import { downloadPartBytes } from '@muster/contract'
import { expect, it } from 'vitest'
import { PartHashes } from './partHashes.ts'

it.each([0, 1, downloadPartBytes, downloadPartBytes + 1, 2 * downloadPartBytes - 7])(
  'of %i bytes are those of its parts, however it is read',
  (length) => {
    const content = randomBytes(length)
    const hashes = new PartHashes()
    for (let at = 0; at < length; at += 999_983) hashes.update(content.subarray(at, at + 999_983))
    const wanted = []
    for (let at = 0; at < length; at += downloadPartBytes)
      wanted.push(
        createHash('sha256')
          .update(content.subarray(at, at + downloadPartBytes))
          .digest(),
      )
    expect(hashes.digest().equals(Buffer.concat(wanted))).toBe(true)
  },
)
