import { describe, expect, it } from 'vitest'
import { codeAt, otpauthUri, stepOf, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('the codes of an authenticator', () => {
  // RFC 6238, appendix B; its eight digits end with our six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d are those of RFC 6238', (second, code) => {
    expect(codeAt(secret, Math.floor(second / 30))).toBe(code)
  })

  it('are good one step before and after, no further', () => {
    const now = new Date(59_000)
    const judged = [-1, 0, 1, 2, 3].map((step) =>
      step < 0 ? null : stepOf(codeAt(secret, step), secret, { now, lastStep: -1 }),
    )
    expect(judged).toEqual([null, 0, 1, 2, null])
  })

  it('are not good at the last step that was used, nor before it', () => {
    const now = new Date(59_000)
    expect(stepOf(codeAt(secret, 1), secret, { now, lastStep: 1 })).toBeNull()
    expect(stepOf(codeAt(secret, 0), secret, { now, lastStep: 1 })).toBeNull()
    expect(stepOf(codeAt(secret, 2), secret, { now, lastStep: 1 })).toBe(2)
  })

  it('are refused in any other length', () => {
    for (const code of ['', '28708', '2870820', '２８７０８２'])
      expect(stepOf(code, secret, { now: new Date(59_000), lastStep: 0 })).toBeNull()
  })
})

describe('a secret', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is written %s', (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32)
  })

  it('goes into an address that apps read', () => {
    expect(otpauthUri(Buffer.from('foobar'), { site: 'A & B', userName: 'layla' })).toBe(
      'otpauth://totp/A%20%26%20B:layla?secret=MZXW6YTBOI&issuer=A%20%26%20B&algorithm=SHA1&digits=6&period=30',
    )
  })
})
