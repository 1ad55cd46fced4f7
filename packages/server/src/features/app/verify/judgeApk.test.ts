import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { shippedTexts } from '@muster/contract/texts'
import { afterAll, describe, expect, it } from 'vitest'
import { stored } from '../../../../test/apk/tricks.ts'
import { bases } from '../../../../test/apk/variants.ts'
import { putTogether, takeApart, type ZipEntry } from '../../../../test/apk/zipParts.ts'
import { faultKeys } from './fault.ts'
import { judgeApk } from './judgeApk.ts'
import type { PackageLimits } from './limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-apk-'))
const path = join(folder, 'package.apk')
afterAll(() => rmSync(folder, { recursive: true }))

const bytesOf = (name: string) => bases().find((one) => one.name === name)?.bytes ?? Buffer.alloc(0)

async function judged(bytes: Buffer, limits: Partial<PackageLimits> = {}) {
  writeFileSync(path, bytes)
  return judgeApk(path, { limits })
}

const withFiles = (...files: readonly ZipEntry[]) => {
  const parts = takeApart(bytesOf('v1'))
  return putTogether({ ...parts, entries: [...parts.entries, ...files] })
}

/** A file of so many zeros, packed. */
function packedZeros(name: string, bytes: number, claimed = bytes): ZipEntry {
  const data = deflateRawSync(Buffer.alloc(bytes), { level: 9 })
  const entry = stored(name, '')
  const [local, central] = [Buffer.from(entry.local), Buffer.from(entry.central)]
  local.writeUInt16LE(8, 8)
  central.writeUInt16LE(8, 10)
  for (const [header, at] of [
    [local, 18],
    [central, 20],
  ] as const) {
    header.writeUInt32LE(data.length, at)
    header.writeUInt32LE(claimed, at + 4)
  }
  return { name, local: Buffer.concat([local, data]), central }
}

describe('the facts of a package', () => {
  it('are what its manifest and its resources say', async () => {
    const { verdict, facts, signers } = await judged(bytesOf('facts'))
    expect(verdict).toBe('VERIFIED')
    expect(facts).toMatchObject({
      packageName: 'org.muster.full',
      versionCode: 3 * 2 ** 32 + 41,
      versionName: '4.1-beta',
      minSdk: 21,
      targetSdk: 28,
      maxSdk: 33,
      isDebuggable: true,
      isTestOnly: true,
      usesCleartextTraffic: false,
      sharedUserId: 'org.muster.shared',
      permissions: [
        { name: 'android.permission.INTERNET', maxSdk: null },
        { name: 'android.permission.CAMERA', maxSdk: null },
        { name: 'android.permission.WRITE_EXTERNAL_STORAGE', maxSdk: 28 },
      ],
      features: [
        { name: 'android.hardware.nfc', isRequired: true },
        { name: 'android.hardware.camera', isRequired: false },
        { name: 'OpenGL ES 3.1', isRequired: true },
      ],
      abis: ['arm64-v8a', 'armeabi-v7a'],
      nativeLibraries: [
        { abi: 'arm64-v8a', name: 'libfull.so', bytes: 64 },
        { abi: 'armeabi-v7a', name: 'libfull.so', bytes: 48 },
      ],
      label: 'Full',
      labels: { ar: 'كامل', he: 'מלא', 'pt-BR': 'Completo', 'sr-Latn': 'Pun' },
      locales: ['ar', 'he', 'pt-BR', 'sr-Latn'],
      splitName: null,
    })
    expect(signers[0]).toMatchObject({ keyType: 'RSA', keyBits: 2048, isDebug: false })
  })

  it.each([
    [120, 'mdpi', 160, 'image/png'],
    [160, 'mdpi', 160, 'image/png'],
    [240, 'xhdpi', 320, 'image/png'],
    [480, 'xxxhdpi', 640, 'image/webp'],
    [960, 'xxxhdpi', 640, 'image/webp'],
  ])('have for %i dpi the icon of %s', async (iconDensity, folder, density, type) => {
    const { facts } = await judged(bytesOf('facts'), { iconDensity })
    expect(facts?.icon).toMatchObject({ density, type })
    expect(facts?.icon?.name).toContain(`-${folder}-`)
  })

  it('have the front picture of an icon that is laid together of several', async () => {
    const parts = takeApart(bytesOf('facts'))
    const entries = parts.entries.filter(({ name }) => !/dpi-v\d+\/icon[.](png|webp)$/.test(name))
    const { facts } = await judged(putTogether({ ...parts, entries }))
    expect(facts?.icon).toMatchObject({ density: 240, type: 'image/png' })
    expect(facts?.icon?.name).toContain('front')
  })

  it('are told of a refused package, too', async () => {
    const report = await judged(bytesOf('unsigned'))
    expect(report).toMatchObject({
      verdict: 'REFUSED',
      reason: { key: 'verify.unsigned' },
      facts: { packageName: 'org.muster.small', versionCode: 7 },
    })
  })

  it('tell certificates for development and such that have run out', async () => {
    const debug = await judged(bytesOf('v1-v2-v3-debug'))
    expect(debug.signers).toMatchObject([{ isDebug: true }])
    const expired = await judged(bytesOf('v1-v2-v3-expired'))
    expect(expired.signers[0]?.validTo.getUTCFullYear()).toBe(2011)
  })
})

describe('a package that would cost too much', () => {
  it('is refused for its own size', async () => {
    const report = await judged(bytesOf('v1'), { bytes: 1000 })
    expect(report.reason).toEqual({ key: 'verify.tooLarge', params: { megabytes: 0 } })
  })

  it('is refused for the number of its files', async () => {
    const report = await judged(bytesOf('v1'), { entries: 3 })
    expect(report.reason).toEqual({ key: 'verify.zip.tooManyEntries', params: { most: 3 } })
  })

  it('is refused for what one file unpacks to', async () => {
    const report = await judged(withFiles(packedZeros('META-INF/zeros', 1000)), {
      entryBytes: 999,
    })
    expect(report.reason).toMatchObject({ key: 'verify.zip.entryTooLarge' })
  })

  it('is refused for what all files unpack to', async () => {
    const report = await judged(bytesOf('v1'), { totalBytes: 2000 })
    expect(report.reason).toMatchObject({ key: 'verify.zip.totalTooLarge' })
  })

  it('is refused for a file that was packed beyond reason', async () => {
    const report = await judged(withFiles(packedZeros('META-INF/zeros', 64 * 1024 ** 2)))
    expect(report.reason).toEqual({
      key: 'verify.zip.bomb',
      params: { name: 'META-INF/zeros', most: 200 },
    })
  })

  it('is refused for a file that unpacks to more than it says, and little memory is used', async () => {
    const bomb = packedZeros('META-INF/zeros', 512 * 1024 ** 2, 7 * 1024 ** 2)
    const before = process.memoryUsage.rss()
    const report = await judged(withFiles(bomb))
    expect(report.reason).toMatchObject({ key: 'verify.zip.content' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 ** 2)
  })

  it('is refused after its time is up', async () => {
    const report = await judged(bytesOf('v1'), { milliseconds: 1 })
    expect(report.reason).toEqual({ key: 'verify.tooLong', params: { seconds: 1 } })
  })

  it('is refused where the thread needs more memory than it has', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => stored(`META-INF/${at}`, ''))
    const report = await judged(withFiles(...many), { memoryMegabytes: 12 })
    expect(report.reason).toMatchObject({ key: 'verify.tooMuchMemory' })
  })
})

describe('judging', () => {
  it('needs a file', async () => {
    await expect(judgeApk(join(folder, 'nothing.apk'))).rejects.toThrow('ENOENT')
  })

  it('goes through a large file of nothing quickly', async () => {
    const hollow = join(folder, 'hollow.apk')
    writeFileSync(hollow, '')
    truncateSync(hollow, 200 * 1024 ** 2)
    expect((await judgeApk(hollow)).reason).toMatchObject({ key: 'verify.zip.notAnArchive' })
  })

  it('stops when nobody waits any more', async () => {
    writeFileSync(path, bytesOf('v1'))
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(judgeApk(path, { signal })).rejects.toThrow('gone')
  })

  it('has a sentence for each refusal in every language', () => {
    for (const texts of Object.values(shippedTexts))
      expect(faultKeys.filter((key) => !texts[key])).toEqual([])
  })
})
