import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { CrashFinder, levelOf } from '@muster/contract'
import { expect, it } from 'vitest'
import { playedTerminals, said, sn } from '../../test/playedTerminals.ts'
import { TerminalLog } from './terminalLog.ts'
import { unobserved } from './observer.ts'

const played = playedTerminals()

const args = {
  kinds: ['AGENT', 'CRASH'],
  level: 'INFO',
  packages: [],
  pattern: null,
  mode: 'LIVE',
  maxMinutes: 1,
  maxMb: 1,
}

const give = (cmd: string, item: string, given: object = {}) =>
  played.server.send({ sn, type: 'cmd' }, { item, cmd, args: given, attempt: 1 })
const ended = (item: string) =>
  played.server.hear(
    ({ path, message }) => path === `task/${item}` && said(message).state !== 'ACKED',
  )
const piece = async (isWanted: (body: Record<string, unknown>) => boolean) => {
  const heard = await played.server.hear(
    ({ path, message }) => path === 'log' && isWanted(said(message)),
  )
  return said(heard.message)
}
const textOf = (data: unknown) => gunzipSync(Buffer.from(String(data), 'base64')).toString()

it('sends what it writes down, piece by piece, until it is told to stop', async () => {
  await played.online()
  const item = randomUUID()
  give('LOG_TRACE_START', item, args)
  expect(said((await ended(item)).message)).toMatchObject({ state: 'SUCCESS' })
  const other = randomUUID()
  give('LOCATE', other)
  const first = await piece(({ seq }) => seq === 0)
  expect(first).toMatchObject({ item, seq: 0 })
  expect(textOf(first['data'])).toMatch(/ I MusterAgent: told: LOCATE\n/)
  give('LOG_TRACE_STOP', item)
  expect(await piece(({ end }) => end !== undefined)).toMatchObject({ item, end: 'STOPPED' })
  // It may begin another one then.
  const next = randomUUID()
  give('LOG_TRACE_START', next, args)
  expect(said((await ended(next)).message)).toMatchObject({ state: 'SUCCESS' })
})

it('refuses a second trace, and a pattern that is none', async () => {
  await played.online()
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  give('LOG_TRACE_START', third, { ...args, pattern: '(a' })
  expect(said((await ended(third)).message)).toMatchObject({ state: 'REFUSED', code: 'C403' })
  give('LOG_TRACE_START', first, args)
  await ended(first)
  give('LOG_TRACE_START', second, args)
  expect(said((await ended(second)).message)).toMatchObject({ state: 'REFUSED', code: 'C404' })
})

it('writes crashes and hangs as Android does, after what has happened', () => {
  const log = new TerminalLog({ sn, seed: '7', now: () => Date.parse('2026-11-26T10:00:00Z') })
  const observer = log.beside(unobserved)
  const message = (type: string, body: object) => ({ v: 1 as const, id: 'm', ts: 1, type, body })
  const crash = message('evt', { code: 'APP_CRASHED', data: { package: 'com.example.till' } })
  observer.acknowledged(sn, crash, 1)
  observer.acknowledged(sn, message('task', { item: 'x', state: 'FAILED', code: 'C406' }), 1)
  const lines = log.lines({ types: ['CRASH', 'AGENT', 'SYSTEM'], from: null, to: null })
  const finder = new CrashFinder(10)
  for (const line of lines) finder.see(line)
  expect(finder.end()).toMatchObject([
    { kind: 'CRASH', package: 'com.example.till' },
    {
      kind: 'ANR',
      package: 'com.example.pay',
      title: expect.stringContaining('Input dispatching timed out'),
    },
  ])
  expect(levelOf(lines[0] ?? '')).toBe('ERROR')
  expect(lines[0]).toMatch(/^2026-11-26 10:00:00\.000 +3471 +3484 E AndroidRuntime: FATAL EXC/)
})
