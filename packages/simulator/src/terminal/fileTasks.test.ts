import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PlayedFiles } from '../../test/playedFiles.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()
let files: PlayedFiles

beforeEach(async () => {
  files = await PlayedFiles.start(300_000)
})
afterEach(() => files.stop())

const scenario: Scenario = {
  ...quick,
  installs: { ...quick.installs, kbps: [10_000_000, 10_000_000], retry: [0.01, 0.05] },
}

/** Tells the terminal to take a file; answers its last report. */
async function put(path: string, more: object = {}) {
  const item = randomUUID()
  const body = { item, cmd: 'PUSH_FILE', args: { fileId: randomUUID(), path }, attempt: 1, ...more }
  played.server.send({ sn, type: 'cmd' }, body)
  const ends = ['SUCCESS', 'FAILED', 'REFUSED']
  const { message } = await played.server.hear(
    (heard) => heard.path === `task/${item}` && ends.includes(String(said(heard.message).state)),
  )
  return said(message)
}

it('fetches a file, compares it with its hash and keeps it until it is wiped', async () => {
  const terminal = await played.online({ files: files.url, scenario })
  const { artifact } = files
  const report = await put('media/idle.png', { artifact })
  expect(report).toMatchObject({
    state: 'SUCCESS',
    result: { path: 'media/idle.png', bytes: artifact.size },
  })
  expect(terminal.files.given('media/idle.png')).toEqual({
    name: artifact.name,
    bytes: artifact.size,
    sha256: artifact.sha256,
  })
  expect(terminal.files.given('media')).toBeNull()
  terminal.files.wipe()
  expect(terminal.files.given('media/idle.png')).toBeNull()
})

it('keeps nothing whose bytes are not those of the hash', async () => {
  const terminal = await played.online({ files: files.url, scenario })
  files.tellsChunks = false
  files.forged = Buffer.alloc(files.content.length, 1)
  const report = await put('a.txt', { artifact: files.artifact })
  expect(report).toMatchObject({ state: 'FAILED', code: 'D105' })
  expect(terminal.files.given('a.txt')).toBeNull()
})

it.each([
  ['../etc/passwd', 'REFUSED', 'C403'],
  ['/sdcard/a.txt', 'REFUSED', 'C403'],
  ['a.txt', 'FAILED', 'C403'],
])('takes no %s that is out of its folder or without a file', async (path, state, code) => {
  await played.online({ files: files.url, scenario })
  expect(await put(path)).toMatchObject({ state, code })
})
