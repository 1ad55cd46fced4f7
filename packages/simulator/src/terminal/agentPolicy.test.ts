import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PlayedFiles } from '../../test/playedFiles.ts'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'
import { joinable } from './agentPolicy.ts'
import { positionSource } from './networkReport.ts'
import { TerminalLog } from './terminalLog.ts'

const played = playedTerminals()
let files: PlayedFiles

beforeEach(async () => {
  files = await PlayedFiles.start(3_000_000)
})
afterEach(() => files.stop())

const scenario = {
  ...quick,
  installs: { ...quick.installs, kbps: [10_000_000, 10_000_000], look: [0.02, 0.05] },
} satisfies typeof quick

const told = { rev: 5, heartbeatSeconds: 1 }

/** Tells D-CFG, and waits until the terminal says that it holds it. */
async function configure(settings: object, rev = 5): Promise<void> {
  played.server.send({ sn, type: 'cfg' }, { ...told, ...settings, rev })
  await played.server.hear(({ message }) => message.type === 'hb' && said(message).cfgRev === rev)
}

const ends = ['SUCCESS', 'FAILED', 'REFUSED', 'EXPIRED', 'CANCELLED']

async function give(cmd: string, args: object) {
  const item = randomUUID()
  played.server.send({ sn, type: 'cmd' }, { item, cmd, args, attempt: 1, sn })
  const { message } = await played.server.hear(
    ({ path, message }) => path === `task/${item}` && ends.includes(String(said(message).state)),
  )
  return said(message)
}

const forbidden = { state: 'REFUSED', code: 'C402' }
const remote = { mode: 'VIEW', minutes: 5, reason: 'A look', consent: false }

describe('a terminal whose profile forbids it', () => {
  it('shows nobody its screen and lets nobody in', async () => {
    const terminal = await played.online({ files: files.url, scenario })
    await configure({ screenshot: false, remote: 'NEVER' })
    expect(await give('SCREENSHOT', {})).toMatchObject(forbidden)
    expect(await give('REMOTE_START', remote)).toMatchObject(forbidden)
    expect(terminal.effects).toEqual([])
    await configure({ remote: 'ALLOWED' }, 6)
    expect(await give('REMOTE_START', remote)).toMatchObject({ state: 'SUCCESS' })
  })

  it('asks its user before anybody looks, whatever the command says', async () => {
    const installs = { ...scenario.installs, declines: 1 }
    await played.online({ scenario: { ...scenario, installs } })
    await configure({ remote: 'ASK' })
    expect(await give('REMOTE_START', remote)).toMatchObject({ state: 'REFUSED', code: 'C405' })
  })

  it('starts nothing but the applications of its kiosk', async () => {
    const terminal = await played.online({ scenario })
    await configure({ kiosk: ['com.example.pay'] })
    expect(await give('START_APP', { package: 'org.muster.agent' })).toMatchObject(forbidden)
    expect(await give('START_APP', { package: 'com.example.pay' })).toMatchObject({
      state: 'SUCCESS',
    })
    expect(terminal.software.isRunning('org.muster.agent')).toBe(false)
  })

  it('says so where it can be no kiosk, and goes on as it was', async () => {
    await played.online({ identity: { sn, model: 'M1', vendor: 'V1', osType: 'LINUX' }, scenario })
    played.server.send({ sn, type: 'cfg' }, { ...told, kiosk: ['com.example.pay'] })
    const { message } = await played.server.hear(
      ({ path, message }) => path === 'info' && said(message).settings !== undefined,
    )
    expect(said(message)).toMatchObject({ settings: { rev: 5, refused: ['kiosk'] } })
  })

  it('joins no network of its list', async () => {
    const terminal = await played.online({ scenario })
    await configure({ wifi: [{ ssid: 'till', security: 'WPA2' }], wifiBlocked: ['guests'] })
    expect(await give('SET_WIFI', { ssid: 'guests', security: 'OPEN' })).toMatchObject(forbidden)
    expect(terminal.machine.commanded.wifi).toEqual([])
  })
})

it('the network that a terminal joins is none that is blocked', () => {
  const rules = { ...told, wifiBlocked: ['guests', 'shop-7'] }
  expect(joinable(['guests', 'till', 'shop-7'], rules)).toBe('till')
  expect(joinable(['guests', 'shop-7'], rules)).toBeNull()
  expect(joinable(['guests'], told)).toBe('guests')
})

it('a position comes from where D-CFG lets it', () => {
  expect(positionSource('WIFI', { ...told, locationSource: 'GPS' })).toBe('GPS')
  expect(positionSource('4G', { ...told, locationSource: 'NETWORK' })).toBe('CELL')
  expect(positionSource('WIFI', told)).toBe('WIFI')
})

describe('a terminal that is told how often', () => {
  it('says how its applications are used, without the list of them', async () => {
    await played.online({ scenario })
    await configure({ usageSeconds: 1 })
    const { message } = await played.server.hear(
      ({ path, message }) => path === 'apps' && said(message).full === false,
    )
    expect(said(message)).toMatchObject({ apps: [], usage: [{}, {}] })
  })

  it('says nothing of that where it shall not', async () => {
    await played.online({ scenario })
    await configure({ usageSeconds: 0 })
    const { length } = played.server.heard
    await give('SYNC', { info: false, net: false, location: false, apps: true })
    const listed = () => played.server.heard.slice(length).find(({ path }) => path === 'apps')
    await expect.poll(listed).toBeDefined()
    const { message } = listed() ?? {}
    expect(message && said(message)).toMatchObject({ full: true })
    expect(message && said(message).usage).toBeUndefined()
  })
})

describe('downloads of a terminal', () => {
  const install = (name: string) => ({
    item: randomUUID(),
    kind: 'APP_INSTALL',
    title: name,
    artifact: files.artifact,
    pkg: name,
    vc: 900,
    opt: {},
    attempt: 1,
  })
  const reportsOf = (item: string) =>
    played.server.heard
      .filter(({ path }) => path === `task/${item}`)
      .map(({ message }) => said(message))
  const end = (item: string) =>
    played.server.hear(
      ({ path, message }) => path === `task/${item}` && ends.includes(String(said(message).state)),
    )

  /** A terminal whose network the test says. */
  async function online() {
    const terminal = await played.online({ files: files.url, scenario })
    let type = '4G'
    const told = terminal.machine.network()
    terminal.machine.network = () => ({ ...told, type })
    const on = (next: string) => {
      type = next
    }
    return { terminal, on }
  }

  it('wait for Wi-Fi where they shall, and go on when it is there', async () => {
    const { on } = await online()
    await configure({ downloads: { wifiOnly: true } })
    const task = install('com.example.new')
    played.server.send({ sn, type: 'task' }, task)
    await played.server.hear(
      ({ path, message }) => path === `task/${task.item}` && said(message).reason === 'WIFI',
    )
    expect(files.asked).toEqual([])
    on('WIFI')
    expect(said((await end(task.item)).message)).toMatchObject({ state: 'SUCCESS' })
  })

  it('are values of parameters, too, where these are large', async () => {
    const { on } = await online()
    await configure({ downloads: { wifiOnly: true } })
    const task = { item: randomUUID(), kind: 'PARAM', title: 'Pay', pkg: 'com.example.pay' }
    played.server.send({ sn, type: 'task' }, { ...task, opt: {}, attempt: 1 })
    await played.server.hear(
      ({ path, message }) => path === `task/${task.item}` && said(message).reason === 'WIFI',
    )
    on('WIFI')
    // What comes then is no archive.
    expect(said((await end(task.item)).message)).toMatchObject({ state: 'FAILED', code: 'D105' })
    expect(reportsOf(task.item).map(({ step, state }) => step ?? state)).toEqual(
      expect.arrayContaining(['DOWNLOADING', 'DEFERRED', 'DOWNLOADED']),
    )
  })

  it('stop when the megabytes of the day are spent, and are whole on Wi-Fi', async () => {
    const { terminal, on } = await online()
    await configure({ downloads: { meteredMb: 1 } })
    const task = install('com.example.new')
    played.server.send({ sn, type: 'task' }, task)
    await expect.poll(() => files.asked.length).toBe(1)
    const next = install('com.example.next')
    await expect.poll(() => terminal.files.mayDownload).toBe(false)
    played.server.send({ sn, type: 'task' }, next)
    await played.server.hear(
      ({ path, message }) => path === `task/${next.item}` && said(message).reason === 'WIFI',
    )
    expect(reportsOf(task.item).map(({ state }) => state)).not.toContain('SUCCESS')
    on('WIFI')
    for (const { item } of [task, next])
      expect(said((await end(item)).message)).toMatchObject({ state: 'SUCCESS' })
  })

  it('come one after the other where they shall', async () => {
    await played.online({ files: files.url, scenario })
    await configure({ downloads: { atOnce: 1, kbps: 20_000 } })
    const tasks = ['com.example.a', 'com.example.b', 'com.example.c'].map(install)
    for (const task of tasks) played.server.send({ sn, type: 'task' }, task)
    for (const { item } of tasks) await end(item)
    expect(files.mostAtOnce).toBe(1)
  })
})

it('keeps of its log what is grave enough, and no more than there is room for', () => {
  let now = 1_000_000
  const log = new TerminalLog({ sn, seed: '7', now: () => (now += 10_000) })
  const all = {
    types: ['SYSTEM', 'AGENT', 'KERNEL', 'APP', 'NETWORK'],
    from: null,
    to: null,
  } as const
  log.follow({ level: 'WARN' })
  log.write('AGENT', 'a trifle', 'D')
  log.write('AGENT', 'a grave matter', 'E')
  const lines = log.lines(all)
  expect(lines.join('\n')).toContain('a grave matter')
  expect(lines.filter((line) => / [DI] \w+: /.test(line))).toEqual([])
  log.follow({ level: 'DEBUG', ringMb: 1 })
  for (let at = 0; at < 5; at += 1) log.write('AGENT', `${at} ${'x'.repeat(400_000)}`)
  const kept = log.lines({ ...all, types: ['AGENT'] }).filter((line) => line.length > 1000)
  expect(kept.map((line) => / (\d) x/.exec(line)?.[1])).toEqual(['3', '4'])
})
