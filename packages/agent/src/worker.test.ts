import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Letter, terminalClock, writeUp } from '@muster/terminal'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkConfig } from './config.ts'
import { Inventory } from './inventory.ts'
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

function toolsWith(log: (text: string) => void): Tools {
  const note = ['sh', '-c', 'echo once >> "$1"', 'sh', join(state, 'noted')]
  const handlers = { APP_UNINSTALL: { run: note } }
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

it('does once what a broker hands over before it goes on with what it has', async () => {
  const shown: string[] = []
  const said: unknown[] = []
  const sender = { tenant: 'main', sn, ts: 0, seq: 1 }
  const worker = new Worker({
    tools: toolsWith((text) => shown.push(text)),
    works: new Works(state),
    write: ({ item, attempt }, report) =>
      writeUp('task', { item, attempt, at: 0, ...report }, sender),
    post: ({ envelope: { body } }: Letter) => said.push(body),
  })
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
