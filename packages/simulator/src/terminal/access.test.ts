import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PlayedPlatform } from '../../test/playedPlatform.ts'
import { enrolmentKey, PlayedServer } from '../../test/playedServer.ts'
import { calm } from '../scenarios/calm.ts'
import type { Credential } from '@muster/terminal'
import type { TerminalOptions } from './terminalOptions.ts'
import { VirtualTerminal } from './VirtualTerminal.ts'

const sn = 'SIM-00001'
let broker: PlayedServer
let platform: PlayedPlatform
let kept: Credential[]
const terminals: VirtualTerminal[] = []

beforeEach(async () => {
  kept = []
  broker = await PlayedServer.start()
  platform = await PlayedPlatform.start(broker)
})
afterEach(async () => {
  await Promise.all(terminals.splice(0).map((terminal) => terminal.stop()))
  await platform.stop()
  await broker.stop()
})

async function online(change: Partial<TerminalOptions> = {}): Promise<VirtualTerminal> {
  const terminal = new VirtualTerminal({
    identity: { sn, model: 'M1', vendor: 'V1' },
    mqtt: null,
    platform: platform.url,
    token: enrolmentKey,
    scenario: { ...calm, reconnect: [0, 0.05] },
    seed: '7',
    keep: (credential) => kept.push(credential),
    ...change,
  })
  terminals.push(terminal)
  terminal.start()
  await terminal.untilOnline()
  return terminal
}

async function again(terminal: VirtualTerminal): Promise<void> {
  broker.cut()
  await terminal.untilOffline()
  await terminal.untilOnline()
}

const paths = (...names: readonly string[]) => names.map((name) => `/device/v1/${name}`)

describe('a terminal whose broker takes given passwords', () => {
  it('asks the platform for everything, and the broker for nothing but its connection', async () => {
    await online()
    expect(platform.asked).toEqual(paths('time', 'register', 'token'))
    expect(broker.attempts).toEqual([{ clientId: `d:${sn}`, ok: true }])
  })

  it('keeps its password, and connects with it again while the platform is away', async () => {
    const terminal = await online()
    expect(kept.at(-1)?.pass?.expiresAt).toBeGreaterThan(Date.now())
    await platform.stop()
    await again(terminal)
    expect(broker.attempts.map(({ ok }) => ok)).toEqual([true, true])
  })

  it('starts with the password of an earlier run', async () => {
    await (await online()).stop()
    const asked = platform.asked.length
    await online({ credential: kept.at(-1) ?? null })
    expect(platform.asked.slice(asked)).toEqual(paths('time'))
  })

  it('gets a new one when the old one is over, without enrolling again', async () => {
    platform.goodFor = 1000
    const terminal = await online()
    await again(terminal)
    expect(platform.asked).toEqual(paths('time', 'register', 'token', 'token'))
  })

  it('gets a new one when the broker refuses the old one, without enrolling again', async () => {
    const terminal = await online()
    platform.revoke()
    await again(terminal)
    expect(platform.asked).toEqual(paths('time', 'register', 'token', 'time', 'token'))
  })

  it('enrols again when its secret is void', async () => {
    const terminal = await online()
    platform.revoke()
    broker.forget(sn)
    await again(terminal)
    expect(platform.asked.slice(3)).toEqual(paths('time', 'token', 'time', 'register', 'token'))
  })

  it('asks again when an answer breaks off in its middle', async () => {
    platform.cutOff.push('/device/v1/time', '/device/v1/token')
    await online()
    expect(platform.asked).toEqual(paths('time', 'time', 'register', 'token', 'time', 'token'))
  })

  it('asks anew where the broker is when that does not answer', async () => {
    const gone = await PlayedServer.start()
    const { mqtt } = gone
    await gone.stop()
    platform.said.push(mqtt)
    await online()
    expect(platform.asked).toEqual(paths('time', 'register', 'token', 'time'))
  })
})
