import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSharedReads } from './sharedReads.ts'

let folder: string
const content = randomBytes(1_000_000)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-reads-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function source(name: string) {
  const path = join(folder, name)
  await writeFile(path, content)
  return { name, path, bytes: content.length }
}

describe('a file that many read', () => {
  it.each([
    { start: 0, end: 0 },
    { start: 262_143, end: 262_144 },
    { start: 100, end: 999_999 },
  ])('gives each the part he asks for ($start to $end)', async (range) => {
    const [open, file] = [openSharedReads(), await source('one')]
    const read = await Promise.all([
      open(file, range).then(buffer),
      open(file).then(buffer),
      open(file, range).then(buffer),
    ])
    const part = content.subarray(range.start, range.end + 1)
    expect(read[0].equals(part) && read[2].equals(part)).toBe(true)
    expect(read[1].equals(content)).toBe(true)
  })

  it('goes on for the others when one goes away', async () => {
    const [open, file] = [openSharedReads(), await source('two')]
    const [gone, stays] = [await open(file), await open(file)]
    gone.read(0)
    const whole = buffer(stays)
    gone.destroy()
    expect((await whole).equals(content)).toBe(true)
  })

  it('tells of one that is missing or has become shorter', async () => {
    const [open, file] = [openSharedReads(), await source('three')]
    await expect(open({ ...file, path: join(folder, 'none') })).rejects.toThrow('ENOENT')
    await truncate(file.path, 500_000)
    const read = await open(file)
    await expect(buffer(read)).rejects.toThrow('shorter')
    await writeFile(file.path, content)
    // A fault is not kept.
    const again = await open(file, { start: 600_000, end: 999_999 })
    expect((await buffer(again)).equals(content.subarray(600_000))).toBe(true)
  })

  it('of no bytes is read to its end at once', async () => {
    const file = await source('four')
    await writeFile(file.path, '')
    expect(await buffer(await openSharedReads()({ ...file, bytes: 0 }))).toHaveLength(0)
  })
})
