import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeUp } from '@muster/terminal'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packageOf, partOf, removePart, sweep } from './leftovers.ts'
import { type Work, Works } from './works.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const hour = 3_600_000
const ids = {
  ended: '00000000-0000-4000-8000-000000000001',
  open: '00000000-0000-4000-8000-000000000002',
  broken: '00000000-0000-4000-8000-000000000003',
  again: '00000000-0000-4000-8000-000000000004',
}

let state: string
let works: Works
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'muster-leftovers-'))
  works = new Works(state)
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'some bytes')
  return path
}

const files = () => join(state, 'files')

function take(item: string, attempt = 1, body: object = {}): Work {
  const type = 'cmd' in body ? 'cmd' : 'task'
  return works.take({ id: `${item} ${attempt}`, type, item, attempt, exp: 0, body })
}

function end({ id, item, attempt }: Work, code: string | null, at = now): void {
  const said = code === null ? { state: 'SUCCESS' as const } : { state: 'FAILED' as const, code }
  const sender = { tenant: 'main', sn: 'LINUX-1', ts: at, seq: 1 }
  const last = writeUp('task', { item, attempt, at, ...said }, sender)
  works.change(id, { stage: 'done', last })
}

const look = () => sweep(works.all(), { state, files: files() }, now)

it('goes with its work, however that ended', () => {
  const [done, failed, forgotten] = [ids.ended, ids.broken, 'of nobody'].map((item) =>
    put(packageOf(state, item)),
  )
  end(take(ids.ended), null)
  end(take(ids.broken), 'I201')
  look()
  expect([done, failed, forgotten].map((path) => existsSync(path ?? ''))).toEqual([
    false,
    false,
    false,
  ])
})

it('stays while its work goes on, also where an attempt before has ended', () => {
  end(take(ids.again), 'I201')
  const kept = [ids.open, ids.again].map((item) => put(packageOf(state, item)))
  take(ids.open)
  take(ids.again, 2)
  look()
  expect(kept.every((path) => existsSync(path))).toBe(true)
})

it.each([
  ['is gone on with by the next attempt', hour, true],
  ['is given up after a day', 25 * hour, false],
])('of a download that broke %s', (_, since, stays) => {
  const path = put(packageOf(state, ids.broken))
  end(take(ids.broken), 'D104', now - since)
  look()
  expect(existsSync(path)).toBe(stays)
  end(take(ids.broken, 2), null)
  look()
  expect(existsSync(path)).toBe(false)
})

it('of a pushed file lies beside its place, and goes alike', () => {
  const push = (path: string) => ({ cmd: 'PUSH_FILE', args: { path } })
  const place = join(files(), 'media/idle.bin')
  const [over, open] = [ids.ended, ids.open].map((item) => put(partOf(place, item)))
  const own = put(place)
  end(take(ids.ended, 1, push('media/idle.bin')), 'D105')
  take(ids.open, 1, push('media/idle.bin'))
  look()
  expect([over, open, own].map((path) => existsSync(path ?? ''))).toEqual([false, true, true])
})

it('of a pushed file goes with its work where that is forgotten before its day is over', () => {
  works = new Works(state, (work) => removePart(work, files()))
  const part = put(partOf(join(files(), 'media/idle.bin'), ids.broken))
  const broken = take(ids.broken, 1, { cmd: 'PUSH_FILE', args: { path: 'media/idle.bin' } })
  end(broken, 'D104')
  works.change(broken.id, { isSettled: true })
  look()
  expect(existsSync(part)).toBe(true)
  for (let nth = 0; nth < 501; nth += 1) {
    const next = take(`item ${nth}`)
    works.change(next.id, { stage: 'done', isSettled: true })
  }
  expect(existsSync(part)).toBe(false)
})

it('of what was being written when the power failed goes when the agent begins', () => {
  const half = put(join(state, 'works/0123.json.part'))
  expect(new Works(state).all()).toEqual([])
  expect(existsSync(half)).toBe(false)
})
