import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contentPath, fileStoreIn, storeFolder } from './fileStore.ts'

let folder: string
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-killed-'))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Writes the first rows of a file, and waits for the others for ever: something must keep a process that only waits. */
const halfWritten = `
  setInterval(() => undefined, 60_000)
  import { Readable } from 'node:stream'
  const { fileStoreIn } = await import(process.argv[1])
  const rows = new Readable({ read() {} })
  rows.push('half of a sheet')
  await fileStoreIn(process.argv[2]).put(rows, 'export-1')`

const drafts = async () =>
  (await readdir(storeFolder(folder)).catch(() => [])).filter((name) => name.startsWith('draft-'))

it('a file whose process was killed is made from its beginning, and its draft goes', async () => {
  const store = new URL('./fileStore.ts', import.meta.url).href
  child = spawn(process.execPath, ['--input-type=module', '-e', halfWritten, store, folder])
  const ended = once(child, 'exit')
  const written = async () => {
    const [name = ''] = await drafts()
    expect(await readFile(join(storeFolder(folder), name), 'utf8')).toBe('half of a sheet')
  }
  await vi.waitFor(written, { timeout: 200_000, interval: 100 })
  child.kill('SIGKILL')
  await ended
  expect(child.signalCode).toBe('SIGKILL')
  expect(await drafts()).toHaveLength(1)
  const { sha256 } = await fileStoreIn(folder).put(Readable.from(['the whole sheet']), 'export-1')
  expect(await drafts()).toEqual([])
  expect(await readFile(contentPath(folder, sha256), 'utf8')).toBe('the whole sheet')
})
