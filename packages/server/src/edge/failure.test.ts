import { codes } from '@muster/contract'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { draftsIn } from '../platform/drafts.ts'
import { refusalOf } from './failure.ts'

afterEach(() => vi.restoreAllMocks())

const failing = (code: string, more: object = {}) =>
  Object.assign(new Error('no space left on device, write'), { code, ...more })

interface Line {
  readonly level: number
  readonly msg: string
  readonly path?: string
}

/** What is logged, and a clock that stands still until it is moved. */
function setUp() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const lines: Line[] = []
  const log = pino(
    { level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Line) },
  )
  return { log, lines, wait: (seconds: number) => (now += seconds * 1000) }
}

it.each(['ENOSPC', 'EDQUOT'])('says that the disk has no room (%s) instead of a fault', (code) => {
  const { key, code: answered } = refusalOf(failing(code), pino({ level: 'silent' }))
  expect([answered, key]).toEqual([codes.storageFull, 'upload.full'])
})

it('logs a full disk with its path, once a minute however many meet it', () => {
  const { log, lines, wait } = setUp()
  const meet = () => refusalOf(failing('ENOSPC', { path: '/data/files/draft-1' }), log)
  for (let n = 0; n < 100; n++) meet()
  expect(lines).toMatchObject([{ level: 50, msg: 'a disk is full', path: '/data/files/draft-1' }])
  wait(59)
  meet()
  expect(lines).toHaveLength(1)
  wait(1)
  meet()
  expect(lines).toHaveLength(2)
})

it('logs that the disk of the database is full', () => {
  const { log, lines } = setUp()
  const { code } = refusalOf(failing('53100'), log)
  expect([code, lines.length]).toEqual([codes.unavailable, 1])
})

// What every write to it meets, Linux has as a file.
it.runIf(process.platform === 'linux')('is told where a part was to go', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-full-'))
  const drafts = draftsIn(folder)
  const path = drafts.pathOf('one')
  await mkdir(join(folder, 'files', 'drafts'), { recursive: true })
  await symlink('/dev/full', path)
  await expect(drafts.write('one', 0, Buffer.alloc(4))).rejects.toMatchObject({
    code: 'ENOSPC',
    path,
  })
  await rm(folder, { recursive: true })
})
