import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PlayedFiles } from '../../test/playedFiles.ts'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'
import type { Installs } from '../scenarios/installs.ts'
import type { Scenario } from '../scenarios/scenario.ts'

const played = playedTerminals()
let files: PlayedFiles

beforeEach(async () => {
  files = await PlayedFiles.start(9_000_000)
})
afterEach(() => files.stop())

const fast: Installs = {
  ...quick.installs,
  kbps: [10_000_000, 10_000_000],
  report: 0.05,
  retry: [0.01, 0.05],
  look: [0.02, 0.05],
  takes: [1, 5],
}
const scenarioOf = (change: Partial<Installs> = {}): Scenario => ({
  ...quick,
  installs: { ...fast, ...change },
})
const online = (change: Partial<Installs> = {}) =>
  played.online({ files: files.url, scenario: scenarioOf(change) })

const install = (change: object = {}) => ({
  item: randomUUID(),
  kind: 'APP_INSTALL',
  title: 'Pay 9.0',
  artifact: files.artifact,
  pkg: 'com.example.new',
  vc: 900,
  vn: '9.0',
  opt: {},
  attempt: 1,
  ...change,
})

const reportsOf = (item: string) =>
  played.server.heard
    .filter(({ path }) => path === `task/${item}`)
    .map(({ message }) => said(message))

/** Sends a task and waits for its end. */
async function ended(task: { readonly item: string; readonly attempt?: number }) {
  played.server.send({ sn, type: 'task' }, task)
  const ends = ['SUCCESS', 'FAILED', 'REFUSED', 'EXPIRED', 'CANCELLED']
  const { length } = reportsOf(task.item)
  const { message } = await played.server.hear(
    ({ path, message }) =>
      path === `task/${task.item}` &&
      reportsOf(task.item).length > length &&
      ends.includes(String(said(message).state)),
  )
  return said(message)
}

const stepsOf = (item: string) => [
  ...new Set(reportsOf(item).map(({ state, step }) => String(step ?? state))),
]

describe('a terminal that is told to install', () => {
  it('fetches, checks, installs, says each step, and says what is installed then', async () => {
    const terminal = await online()
    const task = install()
    expect(await ended(task)).toMatchObject({ state: 'SUCCESS', attempt: 1 })
    expect(stepsOf(task.item)).toEqual([
      'ACKED',
      'DOWNLOADING',
      'DOWNLOADED',
      'VERIFIED',
      'INSTALLING',
      'CONFIRMING',
      'SUCCESS',
    ])
    expect(terminal.installed('com.example.new')).toMatchObject({ vc: 900, src: 'PUSH' })
    const listed = await played.server.hear(
      ({ path, message }) =>
        path === 'apps' && JSON.stringify(said(message).apps).includes('com.example.new'),
    )
    expect(said(listed.message)).toMatchObject({ full: true })
    expect(files.bearers[0]).toMatch(/^Bearer v1\./)
  })

  it('goes on where the line broke', async () => {
    await online()
    files.breaks.push(3_000_000, 7_000_000)
    expect(await ended(install())).toMatchObject({ state: 'SUCCESS' })
    expect(files.asked[0]).toBe('all')
    expect(files.asked.length).toBeGreaterThanOrEqual(3)
    for (const range of files.asked.slice(1)) expect(range).toMatch(/^bytes=[1-9]\d*-$/)
  })

  it('breaks off by itself now and then, and still gets it all', async () => {
    await online({ breakOff: 0.7 })
    expect(await ended(install())).toMatchObject({ state: 'SUCCESS' })
  })

  it('fetches alone a part that arrived damaged', async () => {
    // Each part once.
    await online({ corrupt: 1 })
    expect(await ended(install())).toMatchObject({ state: 'SUCCESS' })
    expect(files.asked).toHaveLength(4)
    for (const range of files.asked.slice(1))
      expect(Number(/\d+/.exec(range)?.[0] ?? 0) % 4_194_304).toBe(0)
  })

  it('waits when it is told to come again, and asks anew when its address is over', async () => {
    await online()
    files.statuses.push(429, 410)
    expect(await ended(install())).toMatchObject({ state: 'SUCCESS' })
    expect(files.tickets).toBe(2)
  })

  it.each([true, false])('does not believe other bytes (chunks told: %s)', async (tells) => {
    await online()
    files.tellsChunks = tells
    files.forged = Buffer.alloc(files.content.length, 1)
    expect(await ended(install())).toMatchObject({ state: 'FAILED', code: 'D105' })
  })

  it.each([
    [
      'gives up when nothing comes',
      () => files.statuses.push(...Array.from({ length: 8 }, () => 500)),
      'D101',
    ],
    ['gives up when it is refused', () => files.statuses.push(403), 'D103'],
  ])('%s', async (_, arrange, code) => {
    await online()
    arrange()
    expect(await ended(install())).toMatchObject({ state: 'FAILED', code })
  })

  it.each([
    ['has it already', { pkg: 'org.muster.agent', vc: 'same' }, {}, 'FAILED', 'I202'],
    ['has a higher version', { pkg: 'org.muster.agent', vc: 1 }, {}, 'FAILED', 'I203'],
    ['has no space', {}, { full: 1 }, 'FAILED', 'D107'],
    ['fails', {}, { fails: 1 }, 'FAILED', 'I201'],
    ['rolls back', {}, { rollsBack: 1 }, 'FAILED', 'I215'],
    ['has a user who says no', { opt: { ask: true } }, { declines: 1 }, 'FAILED', 'I211'],
    ['is told no version', { vc: undefined }, {}, 'REFUSED', 'C403'],
  ] as const)('%s', async (_, change, odds, state, code) => {
    const terminal = await online(odds)
    const own = terminal.installed('org.muster.agent')
    const vc = 'vc' in change && change.vc === 'same' ? { vc: own?.vc } : {}
    expect(await ended(install({ ...change, ...vc }))).toMatchObject({ state, code })
    expect(terminal.installed('com.example.new')).toBeNull()
    expect(terminal.installed('org.muster.agent')).toEqual(own)
  })

  it('puts an older version in its place where it may', async () => {
    const terminal = await online()
    const task = install({ pkg: 'com.example.pay', vc: 1, opt: { downgrade: true } })
    expect(await ended(task)).toMatchObject({ state: 'SUCCESS' })
    expect(terminal.installed('com.example.pay')).toMatchObject({ vc: 1 })
  })

  it('asks no more than it may be refused', async () => {
    await online({ declines: 1 })
    const task = install({ opt: { ask: true, maxRefuse: 2 } })
    expect(await ended(task)).toMatchObject({ state: 'SUCCESS' })
    expect(reportsOf(task.item)).toContainEqual(
      expect.objectContaining({ state: 'DEFERRED', reason: 'USER', step: 'INSTALL_WAIT' }),
    )
  })

  it('waits while somebody uses it', async () => {
    await online({ busy: 0.8 })
    const task = install({ opt: { idle: true, minBat: 0 } })
    expect(await ended(task)).toMatchObject({ state: 'SUCCESS' })
  })

  it('does it once, and repeats what it said last', async () => {
    await online()
    const task = install()
    const sent = played.server.send({ sn, type: 'task' }, task)
    await ended({ item: task.item })
    const { length } = reportsOf(task.item)
    const { tickets } = files
    played.server.resend(sn, sent)
    await played.server.hear(() => reportsOf(task.item).length > length)
    expect(reportsOf(task.item).at(-1)).toMatchObject({ state: 'SUCCESS' })
    expect(files.tickets).toBe(tickets)
  })
})

describe('a terminal that is told to leave it be', () => {
  const callOff = (item: string, attempt = 1) =>
    played.server.send({ sn, type: 'cancel' }, { item, attempt, reason: 'S602' })
  const hears = (item: string, state: string) =>
    played.server.hear(
      ({ path, message }) => path === `task/${item}` && said(message).state === state,
    )

  it('stops what it has not begun to install', async () => {
    const terminal = await online({ busy: 1 })
    const task = install({ opt: { idle: true } })
    played.server.send({ sn, type: 'task' }, task)
    await hears(task.item, 'DEFERRED')
    callOff(task.item)
    const { message } = await hears(task.item, 'CANCELLED')
    expect(said(message)).toMatchObject({ code: 'S602', attempt: 1 })
    expect(terminal.installed('com.example.new')).toBeNull()
  })

  it('stops in the middle of a download', async () => {
    const terminal = await online({ kbps: [500, 500] })
    const task = install()
    played.server.send({ sn, type: 'task' }, task)
    await hears(task.item, 'RUNNING')
    callOff(task.item)
    await hears(task.item, 'CANCELLED')
    expect(terminal.installed('com.example.new')).toBeNull()
  })

  it('goes on with what it is installing, and says how it ended', async () => {
    const terminal = await online({ takes: [300, 301] })
    const task = install()
    played.server.send({ sn, type: 'task' }, task)
    await played.server.hear(
      ({ path, message }) => path === `task/${task.item}` && said(message).step === 'INSTALLING',
    )
    callOff(task.item)
    await hears(task.item, 'SUCCESS')
    expect(stepsOf(task.item)).not.toContain('CANCELLED')
    expect(terminal.installed('com.example.new')).toMatchObject({ vc: 900 })
  })

  it('does not begin what comes after it was called off, but another attempt', async () => {
    const terminal = await online()
    const task = install()
    callOff(task.item)
    await hears(task.item, 'CANCELLED')
    expect(await ended(task)).toMatchObject({ state: 'CANCELLED' })
    expect(terminal.installed('com.example.new')).toBeNull()
    expect(await ended({ ...task, attempt: 2 })).toMatchObject({ state: 'SUCCESS' })
  })
})

describe('a terminal that is told to remove', () => {
  const remove = (pkg: string) => ({
    item: randomUUID(),
    kind: 'APP_UNINSTALL',
    title: 'Away',
    pkg,
    opt: {},
    attempt: 1,
  })

  it('erases what was entered into it, unless that is to be kept', async () => {
    const terminal = await online()
    const pkg = 'com.example.new'
    const again = async (opt: object) => {
      const removal = { ...remove(pkg), opt }
      expect(await ended(removal)).toMatchObject({ state: 'SUCCESS' })
      expect(await ended(install())).toMatchObject({ state: 'SUCCESS' })
      return terminal.software.hasData(pkg)
    }
    await ended(install())
    terminal.software.start(pkg)
    expect(await again({ keepData: true })).toBe(true)
    expect(await again({})).toBe(false)
    terminal.software.start(pkg)
    const newer = install({ vc: 901, opt: { uninstallFirst: true, keepData: true } })
    expect(await ended(newer)).toMatchObject({ state: 'SUCCESS' })
    expect(terminal.software.hasData(pkg)).toBe(true)
  })

  it('starts with what it was told to start with, until that is gone', async () => {
    const terminal = await online()
    const task = install({ opt: { launcher: true } })
    expect(await ended(task)).toMatchObject({ state: 'SUCCESS' })
    expect(terminal.machine.commanded.launcher).toBe(task.pkg)
    await ended(remove(task.pkg))
    expect(terminal.machine.commanded.launcher).toBeNull()
  })

  it('removes it, also where it is not there', async () => {
    const terminal = await online()
    for (const pkg of ['com.example.pay', 'com.example.pay'])
      expect(await ended(remove(pkg))).toMatchObject({ state: 'SUCCESS' })
    expect(terminal.installed('com.example.pay')).toBeNull()
  })

  it('keeps what belongs to the system', async () => {
    await online()
    expect(await ended(remove('org.muster.agent'))).toMatchObject({ state: 'FAILED', code: 'I214' })
  })
})
