import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { stored } from '../../../../test/apk/tricks.ts'
import { bases } from '../../../../test/apk/variants.ts'
import { putTogether, takeApart } from '../../../../test/apk/zipParts.ts'
import { judge } from './judge.ts'
import { usualLimits } from './limits.ts'
import { OpenFile } from './openFile.ts'
import { readArchive } from './zip/readArchive.ts'
import { readWhole } from './zip/unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-apk-'))
const path = join(folder, 'package.apk')
afterAll(() => rmSync(folder, { recursive: true }))

const seeds = bases()
  .filter(({ name }) => ['facts', 'v1-jarsigner', 'v1-v2-two', 'v3-rotated-twice'].includes(name))
  .map(({ bytes }) => bytes)

/** Whatever the bytes, the answer is a report. */
async function verdictOn(bytes: Buffer) {
  writeFileSync(path, bytes)
  const { verdict, reason } = await judge(path, usualLimits)
  return { verdict, key: reason?.key }
}

/** Bytes that are written over others: values that mean something to readers are the likeliest. */
const patch = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  value: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom([0, 0, 0, 0], [255, 255, 255, 255], [255, 255, 255, 127], [0, 0, 0, 128], [1])
      .map((bytes) => Uint8Array.from(bytes)),
  ),
})

function patched(bytes: Buffer, patches: readonly { at: number; value: Uint8Array }[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const { at, value } of patches) {
    const from = Math.floor(at * copy.length)
    copy.set(value.subarray(0, copy.length - from), from)
  }
  return copy
}

const patches = fc.array(patch, { minLength: 1, maxLength: 6 })

describe('a file that anybody may have written', () => {
  it('of any bytes is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
        expect(await verdictOn(Buffer.from(bytes))).toMatchObject({ verdict: 'REFUSED' })
      }),
      { numRuns: 300 },
    )
  })

  it('that was changed anywhere gets a report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seeds), patches, async (seed, changes) => {
        expect(await verdictOn(patched(seed, changes))).toBeDefined()
      }),
      { numRuns: 600 },
    )
  })

  it('that was cut, or has a part of it twice, gets a report', async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seeds), place, place, async (seed, from, to) => {
        const [a, b] = [from, to].map((at) => Math.floor(at * seed.length))
        const bytes = Buffer.concat([seed.subarray(0, a), seed.subarray(b)])
        expect(await verdictOn(bytes)).toBeDefined()
      }),
      { numRuns: 250 },
    )
  })

  it.each(['AndroidManifest.xml', 'resources.arsc', 'META-INF/MANIFEST.MF', '.SF', '.RSA'])(
    'whose %s was changed gets a report, though the archive is sound',
    async (ending) => {
      const [seed = Buffer.alloc(0)] = seeds
      writeFileSync(path, seed)
      const file = new OpenFile(path)
      const archive = readArchive(file, usualLimits)
      const entry = [...archive.entries.values()].find(({ name }) => name.endsWith(ending))
      const content = entry ? readWhole(archive, entry) : Buffer.alloc(0)
      file.close()
      expect(content.length).toBeGreaterThan(0)
      const parts = takeApart(seed)
      const entries = parts.entries.filter(({ name }) => !name.endsWith(ending))
      await fc.assert(
        fc.asyncProperty(patches, async (changes) => {
          const changed = stored(entry?.name ?? '', patched(content, changes))
          const bytes = putTogether({ ...parts, pairs: null, entries: [...entries, changed] })
          expect(await verdictOn(bytes)).toBeDefined()
        }),
        { numRuns: 250 },
      )
    },
  )
})
