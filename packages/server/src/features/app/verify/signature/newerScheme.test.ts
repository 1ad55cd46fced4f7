import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { flipped } from '../../../../../test/apk/flips.ts'
import {
  blockIds,
  blockThree,
  lineageAttribute,
  makeSigner,
  newest,
  type OwnSigner,
  rotationAttribute,
  type Saying,
  withBlock,
} from '../../../../../test/apk/ownSigner.ts'
import { bases } from '../../../../../test/apk/variants.ts'
import { sectionsOf, takeApart, putTogether } from '../../../../../test/apk/zipParts.ts'
import { judge } from '../judge.ts'
import { usualLimits } from '../limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-apk-'))
const path = join(folder, 'signed.apk')
afterAll(() => rmSync(folder, { recursive: true }))

/** A package from Android 9 on, without its signatures. */
const [base] = bases().filter(({ name }) => name === 'v3')
const unsigned = putTogether({
  ...takeApart(base?.bytes ?? Buffer.alloc(0)),
  pairs: null,
  gap: Buffer.alloc(0),
})
const [old, next, other] = await Promise.all([
  makeSigner('Old'),
  makeSigner('Next'),
  makeSigner('Other'),
])

const block = (id: number, ...sayings: readonly Saying[]) => ({
  id,
  value: blockThree(unsigned, sayings),
})
const usual = (attributes: readonly Buffer[] = [rotationAttribute(33)]): Saying => ({
  signer: old,
  minSdk: 28,
  maxSdk: 32,
  attributes,
})
const rotated = (lineage: readonly OwnSigner[] = [old, next], minSdk = 33): Saying => ({
  signer: next,
  minSdk,
  maxSdk: newest,
  attributes: [lineageAttribute(lineage)],
})

async function judged(bytes: Buffer) {
  writeFileSync(path, bytes)
  const { verdict, reason, schemes, signers, lineage } = await judge(path, usualLimits)
  const names = (some: typeof signers) => some.map(({ subject }) => subject)
  return { verdict, reason: reason?.key, schemes, signers: names(signers), lineage: names(lineage) }
}

const signedBy = (...pairs: Parameters<typeof withBlock>[1]) => judged(withBlock(unsigned, pairs))

describe('scheme 3.1', () => {
  it('names the signer of the newest Android, and the way there', async () => {
    const found = await signedBy(block(blockIds.three, usual()), block(blockIds.newer, rotated()))
    expect(found).toEqual({
      verdict: 'VERIFIED',
      reason: undefined,
      schemes: ['V3', 'V3_1'],
      signers: ['CN=Next'],
      lineage: ['CN=Old', 'CN=Next'],
    })
  })

  it('must be there where scheme 3 says so', async () => {
    const found = await signedBy(block(blockIds.three, { ...usual(), maxSdk: newest }))
    expect(found).toMatchObject({ verdict: 'REFUSED', reason: 'verify.signature.stripped' })
  })

  it('must begin where scheme 3 says', async () => {
    const found = await signedBy(
      block(blockIds.three, usual([rotationAttribute(34)])),
      block(blockIds.newer, rotated()),
    )
    expect(found).toMatchObject({ verdict: 'REFUSED', reason: 'verify.signature.stripped' })
  })

  it('does not stand alone', async () => {
    const found = await signedBy(block(blockIds.newer, rotated()))
    expect(found).toMatchObject({ verdict: 'REFUSED', reason: 'verify.signature.stripped' })
  })

  it('leaves no Android version without a signer', async () => {
    const found = await signedBy(
      block(blockIds.three, { ...usual(), maxSdk: 31 }),
      block(blockIds.newer, rotated()),
    )
    expect(found).toMatchObject({ verdict: 'REFUSED', reason: 'verify.signature.versions' })
  })

  it('is wrong after any bit of its block was turned', async () => {
    const whole = withBlock(unsigned, [
      block(blockIds.newer, rotated()),
      block(blockIds.three, usual()),
    ])
    const { blockFrom } = sectionsOf(whole)
    const length = block(blockIds.newer, rotated()).value.length
    const verdicts: string[] = []
    for (let at = blockFrom + 20; at < blockFrom + 20 + length; at += 7)
      verdicts.push((await judged(flipped(whole, at))).verdict)
    expect(new Set(verdicts)).toEqual(new Set(['REFUSED']))
  })
})

describe('the proof of a changed key', () => {
  const withLineage = (lineage: readonly OwnSigner[]) =>
    signedBy(block(blockIds.three, { ...rotated(lineage, 28) }))

  it('ends with the signer', async () => {
    expect(await withLineage([old, next])).toMatchObject({ verdict: 'VERIFIED' })
    for (const lineage of [[next, old], [old], [old, other], []])
      expect(await withLineage(lineage)).toMatchObject({ reason: 'verify.signature.lineage' })
  })

  it('names nobody twice', async () => {
    expect(await withLineage([next, old, next])).toMatchObject({
      reason: 'verify.signature.lineage',
    })
  })

  it('is signed by the key before', async () => {
    const forged = { ...old, key: other.key }
    expect(await withLineage([forged, next])).toMatchObject({
      reason: 'verify.signature.lineage',
    })
  })
})

describe('several signers of scheme 3', () => {
  it('share the Android versions between them', async () => {
    const found = await signedBy(
      block(blockIds.three, rotated([old, next], 31), { ...usual([]), maxSdk: 30 }),
    )
    expect(found).toMatchObject({ verdict: 'VERIFIED', signers: ['CN=Next'] })
  })

  it('leave none out and share none', async () => {
    for (const maxSdk of [29, 31]) {
      const found = await signedBy(
        block(blockIds.three, rotated([old, next], 31), { ...usual([]), maxSdk }),
      )
      expect(found).toMatchObject({ reason: 'verify.signature.versions' })
    }
  })
})
