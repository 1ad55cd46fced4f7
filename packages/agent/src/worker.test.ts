import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Letter, terminalClock, writeUp } from '@muster/terminal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkConfig } from './config.ts'
import { Inventory } from './inventory.ts'
import { packageOf } from './leftovers.ts'
import type { Tools } from './tools.ts'
import { Worker } from './worker.ts'
import { Works } from './works.ts'

const sn = 'LINUX-1'
let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'muster-worker-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const nothing = () => undefined

const note = () => ['sh', '-c', 'echo once >> "$1"', 'sh', join(state, 'noted')]

function toolsWith(log: (text: string) => void, run: readonly string[] = note()): Tools {
  const handlers = {
    APP_INSTALL: { run },
    APP_UNINSTALL: { run },
    UPGRADE: { run, check: ['true'] },
  }
  return {
    config: checkConfig({ server: 'http://127.0.0.1:1', state, handlers }, 'a test'),
    sn,
    secret: '',
    clock: terminalClock(0),
    inventory: new Inventory(state),
    prove: () => '',
    tell: nothing,
    leave: () => Promise.resolve(),
    switchOff: nothing,
    log,
    trace: () => null,
    signal: new AbortController().signal,
    downloads: () => ({}),
    timeZone: () => 'UTC',
  }
}

function workerWith(tools: Tools) {
  const said: unknown[] = []
  const sender = { tenant: 'main', sn, ts: 0, seq: 1 }
  const worker = new Worker({
    tools,
    works: new Works(state),
    write: ({ item, attempt }, report) =>
      writeUp('task', { item, attempt, at: 0, ...report }, sender),
    post: ({ envelope: { body } }: Letter) => said.push(body),
  })
  return { worker, said }
}

it('does once what a broker hands over before it goes on with what it has', async () => {
  const shown: string[] = []
  const { worker, said } = workerWith(toolsWith((text) => shown.push(text)))
  const [message, task] = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
  const heading = { v: 1, ts: 0 } as const
  const args = { title: 'Hello', text: 'you', mustRead: false, buttons: [], fileId: null }
  const body = { item: message, cmd: 'MESSAGE', args, attempt: 1 }
  worker.take('cmd', { ...heading, id: 'a', type: 'cmd', body })
  const told = {
    item: task,
    kind: 'APP_UNINSTALL',
    title: 'x',
    pkg: 'com.example',
    opt: {},
    attempt: 1,
  }
  worker.take('task', { ...heading, id: 'b', type: 'task', body: told })
  worker.resume()
  const endsOf = (item: string | undefined) =>
    said.filter(
      (one) => JSON.stringify(one).includes(`${item}`) && JSON.stringify(one).includes('SUCCESS'),
    )
  await expect.poll(() => endsOf(task).length).toBeGreaterThan(0)
  // What would come twice comes before this one ends.
  const last = '00000000-0000-4000-8000-000000000003'
  worker.take('task', { ...heading, id: 'c', type: 'task', body: { ...told, item: last } })
  await expect.poll(() => endsOf(last).length).toBe(1)
  expect([endsOf(message).length, endsOf(task).length]).toEqual([1, 1])
  expect(shown.filter((text) => text.includes('Hello'))).toHaveLength(1)
  expect(readFileSync(join(state, 'noted'), 'utf8')).toBe('once\nonce\n')
})

const [first = '', second = ''] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const removal = (item: string, opt: object = {}) =>
  ({ item, kind: 'APP_UNINSTALL', title: 'x', pkg: 'com.example', opt, attempt: 1 }) as const
const noted = (id: string, body: object, exp = 0) =>
  ({ v: 1, id, ts: 0, type: 'task', exp, body }) as const

/** Where the work that came by a message is written before it is whole. */
const partOfWork = (id: string): string => {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 32)
  return join(state, 'works', `${name}.json.part`)
}

it('tells how work ended as soon as a full disk has room for that', async () => {
  const shown: string[] = []
  const full = ['ln', '-s', '/dev/full', partOfWork('a')]
  const { worker, said } = workerWith(toolsWith((text) => shown.push(text), full))
  const path = packageOf(state, first)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'what takes the room')
  worker.take('task', noted('a', removal(first)))
  await expect.poll(() => shown.join()).toContain('ENOSPC')
  expect([existsSync(path), JSON.stringify(said).includes('SUCCESS')]).toEqual([false, false])
  rmSync(partOfWork('a'))
  await expect.poll(() => said.at(-1)).toMatchObject({ state: 'SUCCESS' })
  expect(JSON.stringify(said)).not.toContain('FAILED')
  const work = new Works(state).find('a')
  expect([work?.stage, work?.last?.envelope.body]).toEqual(['done', said.at(-1)])
})

it('says that the disk is full of what cannot begin', async () => {
  const { worker, said } = workerWith(toolsWith(nothing))
  worker.take('task', noted('a', removal(first)))
  symlinkSync('/dev/full', partOfWork('a'))
  await expect.poll(() => JSON.stringify(said)).toContain('INSTALLING')
  rmSync(partOfWork('a'))
  await expect.poll(() => said.at(-1)).toMatchObject({ state: 'FAILED', code: 'D107' })
  expect(existsSync(join(state, 'noted'))).toBe(false)
})

const hasEnded = (item: string, state: string): unknown => expect.objectContaining({ item, state })

it('does what may be done while something else waits', async () => {
  const { worker, said } = workerWith(toolsWith(nothing))
  worker.take('task', noted('a', removal(first, { ask: true })))
  worker.take('task', noted('b', removal(second)))
  await expect.poll(() => said).toContainEqual(hasEnded(second, 'SUCCESS'))
  const ofFirst = { item: first, state: 'DEFERRED', reason: 'USER' }
  expect(said).toContainEqual(expect.objectContaining(ofFirst))
})

it('puts no older version in the place of one that came while it waited', async () => {
  const tools = toolsWith(nothing)
  const { worker, said } = workerWith(tools)
  const older = { ...removal(first), kind: 'APP_INSTALL', vc: 1 }
  tools.inventory.put({ p: older.pkg, vc: 2 })
  worker.take('task', noted('a', older))
  await expect.poll(() => said.at(-1)).toMatchObject({ state: 'FAILED', code: 'I203' })
  expect(existsSync(join(state, 'noted'))).toBe(false)
  worker.take('task', noted('b', { ...older, item: second, opt: { downgrade: true } }))
  await expect.poll(() => said.at(-1)).toMatchObject({ state: 'SUCCESS' })
  expect(tools.inventory.find(older.pkg)).toMatchObject({ vc: 1 })
})

describe('an upgrade', () => {
  const upgradeOf = (item: string, upgrade: object, opt: object = {}) => {
    const what = { part: 'KERNEL', version: '2.1', ...upgrade }
    return { item, kind: 'UPGRADE', title: 'x', upgrade: what, opt, attempt: 1 } as const
  }

  it.each([
    ['a differential one upon another version', { from: ['2.0'] }, '2.2', {}, 'I208'],
    ['a differential one upon nobody knows what', { from: ['2.0'] }, null, {}, 'I208'],
    ['one that is older', {}, '2.2', {}, 'I203'],
    ['one without the room that it asks for', { freeMb: 2_000_000_000 }, '2.0', {}, 'D107'],
    ['one that is older, if that is meant', {}, '2.2', { downgrade: true }, null],
    ['a differential one upon its own', { from: ['2.0'], freeMb: 1 }, '2.0', {}, null],
  ])('is judged by the machine as it is: %s', async (_, upgrade, running, opt, code) => {
    const tools = toolsWith(nothing)
    const { worker, said } = workerWith(tools)
    // It changes while another task is done.
    worker.take('task', noted('a', removal(first)))
    worker.take('task', noted('b', upgradeOf(second, upgrade, opt)))
    if (running !== null) tools.inventory.putPart('KERNEL', running)
    const end = code === null ? { state: 'SUCCESS' } : { state: 'FAILED', code }
    const ended = expect.objectContaining({ item: second, ...end })
    await expect.poll(() => said).toContainEqual(ended)
    const done = code === null ? 'once\nonce\n' : 'once\n'
    await expect.poll(() => readFileSync(join(state, 'noted'), 'utf8')).toBe(done)
  })

  it('is not fetched where there is no room to put it', async () => {
    const { worker, said } = workerWith(toolsWith(nothing))
    const size = 2 ** 52
    const artifact = { ticket: 'x', name: 'kernel.bin', size, sha256: 'a'.repeat(64) }
    worker.take('task', noted('a', { ...upgradeOf(first, {}), artifact }))
    await expect.poll(() => said.at(-1)).toMatchObject({ state: 'FAILED', code: 'D107' })
    expect(JSON.stringify(said)).not.toContain('DOWNLOADING')
  })
})

it('ends what waits when its time is over', async () => {
  const tools = toolsWith(nothing)
  const { worker, said } = workerWith(tools)
  worker.take('task', noted('a', removal(first, { ask: true }), tools.clock.serverNow() + 300))
  await expect.poll(() => said.at(-1)).toMatchObject({ state: 'DEFERRED' })
  const end = { state: 'EXPIRED', code: 'S601' }
  await expect.poll(() => said.at(-1)).toMatchObject(end)
  expect(existsSync(join(state, 'noted'))).toBe(false)
})

it('ends at once what stands in line when it is called off, or its time is over', async () => {
  const go = join(state, 'go')
  const script = 'until [ -e "$1" ]; do sleep 0.05; done; echo once >> "$2"'
  const run = ['sh', '-c', script, 'sh', go, join(state, 'noted')]
  const tools = toolsWith(nothing, run)
  const { worker, said } = workerWith(tools)
  const third = '00000000-0000-4000-8000-000000000003'
  worker.take('task', noted('a', removal(first)))
  worker.take('task', noted('b', removal(second)))
  worker.take('task', noted('c', removal(third), tools.clock.serverNow() + 300))
  await expect.poll(() => JSON.stringify(said)).toContain('INSTALLING')
  const cancel = { item: second, attempt: 1, reason: 'S602' }
  worker.callOff({ v: 1, id: 'd', ts: 0, type: 'cancel', body: cancel })
  await expect.poll(() => said).toContainEqual(hasEnded(second, 'CANCELLED'))
  await expect.poll(() => said).toContainEqual(hasEnded(third, 'EXPIRED'))
  expect(said).not.toContainEqual(hasEnded(first, 'SUCCESS'))
  writeFileSync(go, '')
  await expect.poll(() => said).toContainEqual(hasEnded(first, 'SUCCESS'))
  expect(readFileSync(join(state, 'noted'), 'utf8')).toBe('once\n')
})
