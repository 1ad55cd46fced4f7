import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Disks, folderCheck, roomCheck } from './diskCheck.ts'

const megabyte = 1024 ** 2

/** A data folder some of whose folders are disks of their own, by their free megabytes; null: full. */
function setUp(free: Readonly<Record<string, number | null>>) {
  const placeOf = (path: string) => path.replace(/^\/data\/?/, '')
  const diskOf = (path: string) => {
    const holders = Object.keys(free).filter((one) => placeOf(path).startsWith(one))
    return holders.sort((one, other) => one.length - other.length).at(-1) ?? ''
  }
  const written: string[] = []
  const disks: Disks = {
    deviceOf: async (path) => Object.keys(free).indexOf(diskOf(path)),
    freeBytes: async (path) => (free[diskOf(path)] ?? 0) * megabyte,
    async tryWrite(file) {
      written.push(file.slice(0, file.lastIndexOf('/')))
      if (free[diskOf(file)] === null)
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    },
  }
  const [need, warning] = [folderCheck('/data', disks), roomCheck('/data', disks)]
  return { asked: async () => [await need.check(), await warning.check()], written }
}

it('looks at a data folder of one disk once', async () => {
  const { asked, written } = setUp({ '': 900 })
  expect(await asked()).toEqual([null, null])
  expect(written).toEqual(['/data'])
  expect(await setUp({ '': 12 }).asked()).toEqual([
    null,
    'The disk of the data folder has 12 MB left; uploads are turned away.',
  ])
  expect((await setUp({ '': null }).asked())[0]).toBe('The disk of the data folder is full.')
})

it.each([
  ['files', 'The disk of files/ in the data folder has 12 MB left; uploads are turned away.'],
  [
    'files/drafts',
    'The disk of files/drafts/ in the data folder has 12 MB left; uploads are turned away.',
  ],
  ['books', 'The disk of books/ in the data folder has 12 MB left.'],
  ['postgres', 'The disk of postgres/ in the data folder has 12 MB left.'],
])('judges %s where it is a disk of its own', async (place, sentence) => {
  expect(await setUp({ '': 900, [place]: 12 }).asked()).toEqual([null, sentence])
  const { asked, written } = setUp({ '': 900, [place]: null })
  const [full] = await asked()
  // The database says itself when its disk is full.
  const isOurs = place !== 'postgres'
  expect(full).toBe(isOurs ? `The disk of ${place}/ in the data folder is full.` : null)
  expect(written).toEqual(isOurs ? ['/data', `/data/${place}`] : ['/data'])
})

it('says of each disk what is wrong with it, and only where uploads go that they are turned away', async () => {
  const [, warned] = await setUp({ '': 30, files: 900, books: 3 }).asked()
  expect(warned).toBe(
    'The disk of the data folder has 30 MB left. The disk of books/ in the data folder has 3 MB left.',
  )
})

it('asks the system about a folder in which little is there yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-disk-'))
  await mkdir(join(folder, 'files'))
  expect(await folderCheck(folder).check()).toBeNull()
  expect(await folderCheck(join(folder, 'none')).check()).toBe('The data folder is not there.')
  await rm(folder, { recursive: true })
})
