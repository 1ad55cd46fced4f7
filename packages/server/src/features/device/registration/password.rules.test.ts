import { describe, expect, it } from 'vitest'
import { readPassword } from './password.rules.ts'

const now = new Date('2026-01-01T00:00:00Z')
const seconds = now.getTime() / 1000
const mac = 'm'.repeat(43)

describe('a password', () => {
  it('in form and time is read', () => {
    const claim = { exp: seconds + 60, nonce: 'abcdefgh', mac }
    expect(readPassword(`v1.${seconds + 60}.abcdefgh.${mac}`, now)).toEqual(claim)
  })

  it.each([
    ['that ended', `v1.${seconds - 1}.abcdefgh.${mac}`],
    ['that ends now', `v1.${seconds}.abcdefgh.${mac}`],
    ['for more than a day', `v1.${seconds + 2 * 86_400}.abcdefgh.${mac}`],
    ['of another version', `v2.${seconds + 60}.abcdefgh.${mac}`],
    ['with a short nonce', `v1.${seconds + 60}.abc.${mac}`],
    ['with a cut mac', `v1.${seconds + 60}.abcdefgh.${mac.slice(1)}`],
    ['with more behind', `v1.${seconds + 60}.abcdefgh.${mac}\n`],
    ['that is empty', ''],
  ])('%s is not', (_, password) => {
    expect(readPassword(password, now)).toBeNull()
  })
})
