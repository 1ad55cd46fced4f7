import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { judge } from '../../src/features/app/verify/judge.ts'
import { usualLimits } from '../../src/features/app/verify/limits.ts'
import type { ApkReport } from '../../src/features/app/verify/report.ts'
import { stricter } from './stricter.ts'
import { variants } from './variants.ts'

/** What apksigner said of each variant (npm run corpus:apk). */
const recorded = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'verdicts.json'), 'utf8')))
const reports = new Map<string, ApkReport>()
const folder = mkdtempSync(join(tmpdir(), 'muster-apk-'))
const path = join(folder, 'variant.apk')

beforeAll(async () => {
  for (const { name, bytes } of variants()) {
    writeFileSync(path, bytes)
    reports.set(name, await judge(path, usualLimits))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** As the record has it: verdict, schemes, the beginning of each signer's hash. */
function summary({ verdict, schemes, signers }: ApkReport): string {
  const isVerified = verdict === 'VERIFIED'
  const hashes = isVerified ? signers.map(({ sha256 }) => sha256.slice(0, 16)) : []
  return [verdict, isVerified ? schemes.join(' ') : '', hashes.join(' ')].join(' / ').trim()
}

describe('our verdict on a package', () => {
  it('is about at least 300 variants, all of which apksigner has judged', () => {
    expect(reports.size).toBeGreaterThan(300)
    expect([...reports.keys()].toSorted()).toEqual(Object.keys(recorded).toSorted())
  })

  it('with its schemes and signers is that of apksigner, but where we are stricter', () => {
    const expected = new Map(
      Object.entries(stricter).flatMap(([key, { variants }]) =>
        variants.map((name) => [name, key] as const),
      ),
    )
    const differing = [...reports]
      .filter(([name, report]) => summary(report) !== recorded[name])
      .map(([name, { reason }]) => [name, reason?.key] as const)
    expect(new Map(differing)).toEqual(expected)
  })

  it('is never the milder one', () => {
    const milder = [...reports].filter(
      ([name, { verdict }]) => verdict === 'VERIFIED' && recorded[name]?.startsWith('REFUSED'),
    )
    expect(milder).toEqual([])
  })
})
