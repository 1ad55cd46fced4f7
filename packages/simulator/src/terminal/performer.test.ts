import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { deviceMessages, isCommandName, isProved } from '@muster/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()
const { online } = played

/** Gives the terminal a command, as the platform would; answers its last report. */
async function give(cmd: string, args: object = {}, named = sn) {
  const item = randomUUID()
  const isNamed = isCommandName(cmd) && isProved(cmd) && named
  const body = { item, cmd, args, attempt: 1, ...(isNamed && { sn: named }) }
  played.server.send({ sn, type: 'cmd' }, body)
  const ends = ['SUCCESS', 'FAILED', 'REFUSED']
  const { message } = await played.server.hear(
    ({ path, message }) => path === `task/${item}` && ends.includes(String(said(message).state)),
  )
  const { state, code, result } = said(message)
  return { state, code, result }
}

const lastInfo = () => {
  const infos = played.server.heard.filter(({ path }) => path === 'info')
  const last = infos.at(-1)
  return last ? said(last.message) : {}
}

const done = { state: 'SUCCESS', code: undefined, result: undefined }

describe('a terminal that is locked', () => {
  it('shows the lock and nothing else, says so, and is unlocked again', async () => {
    const terminal = await online()
    await give('MESSAGE', { title: 'Hello', text: 'From the office' })
    expect(await give('LOCK', { text: 'Call the bank', phone: '+964 770' })).toEqual(done)
    expect(terminal.screen).toEqual({ title: '+964 770', text: 'Call the bank' })
    await expect.poll(lastInfo).toMatchObject({ isLocked: true })
    expect(await give('START_APP', { package: 'com.example.pay' })).toMatchObject({
      state: 'FAILED',
      code: 'C402',
    })
    expect(await give('UNLOCK')).toEqual(done)
    expect(terminal.screen).toMatchObject({ title: 'Hello' })
    await expect.poll(lastInfo).toMatchObject({ isLocked: false })
  })

  it('stays locked when it is wiped', async () => {
    const terminal = await online()
    await give('LOCK', { text: 'Stolen' })
    expect(await give('WIPE')).toEqual(done)
    expect(terminal.screen).toMatchObject({ text: 'Stolen' })
  })
})

it.each(['LOCK', 'UNLOCK', 'WIPE', 'SHELL', 'CLEAR_APP_DATA', 'CERT_UPDATE', 'RKI'])(
  'obeys no %s that does not name it',
  async (cmd) => {
    const terminal = await online()
    const known: Readonly<Record<string, object>> = {
      LOCK: { text: 'x' },
      SHELL: { command: 'uptime' },
      CERT_UPDATE: { fileId: randomUUID() },
      RKI: { profile: 'p', host: 'https://keys.example.com', slots: ['1'] },
    }
    const args = known[cmd] ?? {}
    const more = cmd === 'CLEAR_APP_DATA' ? { packages: ['com.example.pay'] } : {}
    const refused = { state: 'REFUSED', code: 'C402' }
    expect(await give(cmd, { ...args, ...more }, 'SIM-00002')).toMatchObject(refused)
    expect(await give(cmd, { ...args, ...more }, '')).toMatchObject(refused)
    expect(terminal.effects).toEqual([])
  },
)

it('goes when it is switched off, and comes back as another boot when somebody presses its button', async () => {
  const terminal = await online()
  const { count } = terminal.boot
  expect(await give('SHUTDOWN')).toEqual(done)
  await played.server.hear(({ path, message }) => path === 'conn' && said(message).r === 'off')
  await terminal.untilOffline()
  await terminal.untilOnline()
  expect(terminal.boot.count).toBe(count + 1)
})

it('tells of its keys when it is asked for them', async () => {
  await online()
  const told = () => played.server.heard.filter(({ path }) => path === 'key').length
  await expect.poll(told).toBeGreaterThan(0)
  const before = told()
  const nothing = { info: false, net: false }
  expect(await give('SYNC', { ...nothing, keys: true })).toEqual(done)
  await expect.poll(told).toBe(before + 1)
})

describe('applications', () => {
  it('are started, ended and emptied', async () => {
    const terminal = await online()
    const { software } = terminal
    const app = 'com.example.pay'
    expect(await give('START_APP', { package: app })).toEqual(done)
    expect(software.isRunning(app)).toBe(true)
    expect(await give('STOP_APP', { package: app })).toEqual(done)
    expect(software.isRunning(app)).toBe(false)
    expect(await give('CLEAR_APP_DATA', { packages: [app] })).toEqual(done)
    expect(software.hasData(app)).toBe(false)
    expect(await give('SET_LAUNCHER', { package: app })).toEqual(done)
    expect(terminal.machine.commanded.launcher).toBe(app)
  })

  it.each([
    ['START_APP', { package: 'com.unknown' }, 'P305'],
    ['STOP_APP', { package: 'com.unknown' }, 'P305'],
    ['STOP_APP', { package: 'org.muster.agent' }, 'I214'],
    ['SET_LAUNCHER', { package: 'com.unknown' }, 'P305'],
    ['CLEAR_APP_DATA', { packages: ['com.example.pay', 'org.muster.agent'] }, 'I214'],
  ])('%s %j fails with %s where it must', async (cmd, args, code) => {
    const terminal = await online()
    expect(await give(cmd, args)).toMatchObject({ state: 'FAILED', code })
    expect(terminal.software.hasData('com.example.pay')).toBe(true)
  })
})

describe('settings', () => {
  it('are what it says of itself then, until D-CFG says otherwise', async () => {
    await online()
    expect(await give('SET_TIME_ZONE', { zone: 'Asia/Amman' })).toEqual(done)
    expect(await give('SET_LANGUAGE', { language: 'en' })).toEqual(done)
    await expect.poll(lastInfo).toMatchObject({ timezone: 'Asia/Amman', language: 'en' })
    const told = { rev: 4, heartbeatSeconds: 60, timeZone: 'Asia/Baghdad' }
    played.server.send({ sn, type: 'cfg' }, told)
    await expect.poll(lastInfo).toMatchObject({ timezone: 'Asia/Baghdad', language: 'en' })
  })

  it('name the networks that it was told', async () => {
    await online()
    played.server.send({ sn, type: 'cfg' }, { rev: 4, heartbeatSeconds: 60 })
    const wifi = { ssid: 'Back office', security: 'WPA2', password: 'secret of the shop' }
    expect(await give('SET_WIFI', wifi)).toEqual(done)
    expect(await give('SET_APN', { apn: 'bank.apn' })).toEqual(done)
    const named = { settings: { wifi: ['Back office'], apns: ['bank.apn'] } }
    await expect.poll(lastInfo).toMatchObject(named)
    expect(await give('SET_WIFI', { ssid: 'Shop', security: 'WPA2' })).toMatchObject({
      code: 'C403',
    })
  })

  it('that make no sense are refused', async () => {
    await online()
    const refused = { state: 'REFUSED', code: 'C403' }
    expect(await give('SET_TIME_ZONE', { zone: 'Asia/Nowhere' })).toMatchObject(refused)
    expect(await give('SET_LANGUAGE', { language: 'Arabic please' })).toMatchObject(refused)
  })
})

describe('a test', () => {
  it('of itself says what is in order', async () => {
    await online()
    const { state, result } = await give('SELF_TEST', { items: ['PRINTER', 'TAMPER'] })
    expect({ state, result }).toEqual({
      state: 'SUCCESS',
      result: { PRINTER: 'OK', TAMPER: 'OK' },
    })
  })

  it('of its speed measures the way to the platform', async () => {
    const platform = createServer((request, response) => {
      request.resume()
      const info = { time: Date.now(), mqtt: played.server.mqtt, password: 'proof' }
      if (request.url === '/device/v1/time') response.end(JSON.stringify(info))
      else request.on('end', () => response.end(Buffer.alloc(1000)))
    }).listen(0)
    await once(platform, 'listening')
    onTestFinished(() => void platform.close())
    const address = platform.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await online({ files: `http://127.0.0.1:${port}` })
    const { state, result } = await give('SPEED_TEST')
    expect(state).toBe('SUCCESS')
    const above = expect.any(Number)
    expect(result).toEqual({ latencyMs: above, downKbps: above, upKbps: above })
  })

  it('of its speed is impossible where it knows no way', async () => {
    await online()
    expect(await give('SPEED_TEST')).toMatchObject({ state: 'FAILED', code: 'C401' })
  })
})

it('runs the command lines that it knows, and no others', async () => {
  await online()
  expect(await give('SHELL', { command: 'pm list packages' })).toMatchObject({
    state: 'SUCCESS',
    result: { output: expect.stringContaining('package:com.example.pay') },
  })
  expect(await give('SHELL', { command: 'rm -rf /' })).toMatchObject({
    state: 'FAILED',
    code: 'C402',
  })
})

it('injects keys by slots and tells nothing but their check values', async () => {
  await online()
  const args = {
    profile: 'tr34-prod',
    host: 'https://keys.example.com',
    slots: ['0', '7', 'dukpt'],
  }
  const { state, result } = await give('RKI', args)
  expect(state).toBe('SUCCESS')
  const value = expect.stringMatching(/^[0-9A-F]{6}$/)
  expect(result).toEqual({ slot0: value, slot7: value, slotdukpt: value })
  expect(await give('RKI', { ...args, slots: ['65536'] })).toMatchObject({ code: 'C403' })
  const told = await played.server.hear(
    ({ path, message }) => path === 'key' && JSON.stringify(message.body).includes('"7"'),
  )
  const { slots } = deviceMessages.upMessages.key.body.parse(told.message.body)
  const [, injected] = slots.filter(({ slot }) => slot === '0' || slot === '7')
  expect(result).toMatchObject({ slot7: injected?.kcv })
})

describe('a remote session', () => {
  const args = { mode: 'VIEW', minutes: 5, reason: 'Printer' }
  it('begins when its user agrees, one at a time, and ends with a restart', async () => {
    const terminal = await online()
    const { state, result } = await give('REMOTE_START', args)
    expect([state, Object(result)]).toMatchObject(['SUCCESS', { mode: 'VIEW' }])
    expect(terminal.machine.remote.isOpen).toBe(true)
    expect(await give('REMOTE_START', args)).toMatchObject({ state: 'FAILED', code: 'C404' })
    await give('REBOOT')
    expect(terminal.machine.remote.isOpen).toBe(false)
  })

  it('does not begin when its user says no', async () => {
    const installs = { ...quick.installs, declines: 1 }
    await online({ scenario: { ...quick, installs } })
    expect(await give('REMOTE_START', args)).toMatchObject({ state: 'REFUSED', code: 'C405' })
    const asked = await give('REMOTE_START', { ...args, consent: false })
    expect(asked).toMatchObject({ state: 'SUCCESS' })
  })
})
