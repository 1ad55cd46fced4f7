import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices, type LogTrace, logTraces, upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startGateway } from '../../src/features/device/broker/startGateway.ts'
import { startDeviceWorker } from '../../src/features/device/device.worker.ts'
import { startParamWorker } from '../../src/features/param/index.ts'
import { makeToken, tokenHash } from '../../src/platform/secrets.ts'
import { freePorts } from '../freePorts.ts'
import { easyWave, planSteps } from '../planSteps.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'
import { addDevice, addModel, type TestDevice } from '../testGateway.ts'
import { until } from '../until.ts'
import { type AgentMachine, makeMachine, type RunningAgent } from './agentProcess.ts'
import {
  areOver,
  command,
  endsOf,
  type Giving,
  giveValues,
  install,
  type Item,
  packageOf,
  proofOf,
  push,
  say,
  stateOfValues,
  upgrade,
  versionOf,
} from './agentWork.ts'

// The agent as a process of its own against the real product.

let app: TestApp
let user: TestUser
let modelId: string
let address: string
let data: string
const stops: (() => Promise<unknown>)[] = []

let folder: string
let machine: AgentMachine
let device: TestDevice
let agents: RunningAgent[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'muster-agent-'))
  const [port = 0] = await freePorts(1)
  // What proves that a machine is well after an upgrade is its next beat: nobody waits minutes for it.
  const env = { MQTT_PORT: String(port), MUSTER_DATA: data, MUSTER_HEARTBEAT_SECONDS: '20' }
  app = await startTestApp(undefined, env)
  user = await signedIn(app, { isSuperAdmin: true })
  modelId = await addModel(app.platform)
  const gateway = await startGateway(app.platform)
  stops.push(
    gateway.stop,
    startDeviceWorker(app.platform).stop,
    startParamWorker(app.platform).stop,
  )
  address = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await app.close()
  await rm(data, { recursive: true, force: true })
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-machine-'))
  machine = makeMachine(folder)
  device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
})
afterEach(async () => {
  for (const agent of agents) agent.child.kill('SIGKILL')
  await Promise.all(agents.map(({ ended }) => ended))
  agents = []
  await rm(folder, { recursive: true, force: true })
})

async function enrol(sn = device.sn, more: readonly string[] = []): Promise<string> {
  const key = makeToken()
  await sql`insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
    values (${app.rootId}, ${tokenHash(key)}, now() + interval '1 hour', 10)`.execute(
    app.platform.db,
  )
  const who = ['--sn', sn, '--model', 'model', '--vendor', 'vendor', ...more]
  return machine.say(['enrol', '--server', address, '--key', key, ...who])
}

function start(how: Parameters<AgentMachine['start']>[0]): RunningAgent {
  const agent = machine.start(how)
  agents.push(agent)
  return agent
}

const giving = (): Giving => ({ app, user, modelId, device })

/** How an item ended, as soon as it has. */
const endOf = async (id: string) => (await endsOf({ app }, [id], saidByAgents))(id)

const saidByAgents = () => agents.map((agent) => agent.output()).join('\n')

const isSeen = async (): Promise<boolean> => {
  const { list } = await user.get(devices.page, { query: { sn: device.sn } })
  return list.some(({ sn, presence }) => sn === device.sn && presence === 'ONLINE')
}
const comesOnline = () =>
  until(isSeen, 'it is online in the list').catch((error: unknown) => {
    throw new Error(`${String(error)}: ${saidByAgents()}`)
  })
const success = { state: 'SUCCESS', code: null }

describe.each([
  ['over MQTT', false],
  ['by polls', true],
])('an agent %s', (_, poll) => {
  it('is enrolled by one command, seen by the next, and does what it is told', async () => {
    expect(await enrol()).toContain(`${device.sn} is a terminal of ${address} now`)
    const agent = start({ poll })
    await comesOnline()

    const message = await say(giving(), 'Hello')
    const log = await command(giving(), { cmd: 'LOG_PULL', args: { types: ['APP'], maxMB: 1 } })
    const locate = await command(giving(), { cmd: 'LOCATE', args: {} })
    const file = await push(giving(), 'media/idle.bin', 300_000)
    const pkg = packageOf(giving())
    const installed = await install(giving(), pkg)
    for (const item of [message, log, locate, file.item, installed])
      expect(await endOf(item)).toEqual({ state: 'SUCCESS', code: null })
    expect(machine.noted()).toContainEqual(['message', 'Hello', 'a text; $(touch x)'])
    expect(readFileSync(join(machine.files, 'media/idle.bin'))).toEqual(file.content)
    expect(machine.noted()).toContainEqual(['install', pkg, '', expect.stringContaining(installed)])

    const sayHost = await giveValues(giving())
    const values = join(machine.params, pkg, 'values.json')
    await until(
      async () => (await stateOfValues(giving())) === 'APPLIED',
      'the values are in force',
    )
    expect(JSON.parse(readFileSync(values, 'utf8'))).toContainEqual(['pin', 'sesame'])

    // What its program does not take is taken back, and nobody thinks that it runs with it.
    await sayHost('refused.example.com')
    await until(
      async () => (await stateOfValues(giving())) === 'REJECTED',
      'the values are refused',
    )
    expect(JSON.parse(readFileSync(values, 'utf8'))).toContainEqual(['host', 'one.example.com'])
    expect(machine.noted().filter(([what]) => what === 'applied')).toHaveLength(3)

    const reboot = await command(giving(), { cmd: 'REBOOT', args: { delay: 0 } })
    expect(await endOf(reboot)).toEqual(success)
    expect(await stateOfValues(giving())).toBe('REJECTED')
    const { rows } = await sql<{ kind: string }>`select kind from device_snapshot
      where device_id = ${device.id}`.execute(app.platform.db)
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['info', 'loc', 'net'])
    await agent.stop()
    await until(async () => !(await isSeen()), 'it is gone when it has said so')
  })
})

it('turns to another address of its platform, and tells that its battery is low', async () => {
  await enrol()
  const battery = join(folder, 'system/sys/class/power_supply/BAT0')
  mkdirSync(battery, { recursive: true })
  for (const [name, text] of [
    ['type', 'Battery'],
    ['capacity', '7'],
    ['status', 'Discharging'],
  ] as const)
    writeFileSync(join(battery, name), text)
  const settings: object = JSON.parse(readFileSync(machine.config, 'utf8'))
  const [silent = 0] = await freePorts(1)
  const more = { server: `http://127.0.0.1:${silent}`, others: [address] }
  writeFileSync(machine.config, JSON.stringify({ ...settings, ...more }))
  start({ poll: false })
  await comesOnline()
  await until(async () => {
    const { rows } = await sql`select from device_event
      where device_id = ${device.id} and code = 'BATTERY_LOW'`.execute(app.platform.db)
    return rows.length === 1
  }, 'its battery is told of')
  // What it fetches comes from where it is.
  const file = await push(giving(), 'media/far.bin', 10_000)
  expect(await endOf(file.item)).toEqual(success)
})

it('says that it is done before the machine is switched off, and that it is', async () => {
  await enrol()
  start({ poll: false })
  await comesOnline()
  expect(await endOf(await command(giving(), { cmd: 'SHUTDOWN', args: {} }))).toEqual(success)
  await until(() => machine.noted().length > 0, 'the machine is switched off')
  expect(machine.noted()).toEqual([['shutdown']])
})

it('follows what its machine writes down, until it is told to leave it', async () => {
  await enrol()
  start({ poll: false })
  await comesOnline()
  const { id } = await user.get(logTraces.start, {
    body: { deviceId: device.id, kinds: ['APP'], reason: 'a test', maxMb: 1, maxMinutes: 5 },
  })
  const reaches = (holds: (trace: LogTrace) => boolean, what: string) =>
    until(async () => holds(await user.get(logTraces.detail, { params: { id } })), what)
  await reaches(({ state }) => state === 'STREAMING', 'it streams')
  appendFileSync(machine.log, 'a card was declined\n')
  await reaches(({ lines }) => lines === 1, 'the line is there')
  const tail = await user.get(logTraces.tail, { params: { id }, query: { after: '-1' } })
  expect(tail.pieces.flatMap(({ lines }) => lines)).toEqual(['a card was declined'])
  await user.get(logTraces.stop, { params: { id } })
  await reaches(({ state }) => state === 'STOPPED', 'it has ended')
})

/** Ends all agents without a word, as a power cut does. */
async function cutPower(): Promise<void> {
  for (const { child } of agents) child.kill('SIGKILL')
  await Promise.all(agents.map(({ ended }) => ended))
  agents = []
}

describe('an upgrade by an agent', () => {
  it('is done by a program, whichever part it is of, and proved', async () => {
    await enrol()
    const agent = start({ poll: false })
    await comesOnline()
    const calls = () => machine.noted().filter(([what]) => what === 'upgrade')
    const wanted: unknown[] = []
    for (const kind of ['KERNEL', 'FIRMWARE']) {
      const version = `${kind.toLowerCase()}-${device.sn}`
      const item = await upgrade(giving(), kind, version)
      expect(await endOf(item)).toEqual({ state: 'SUCCESS', code: null })
      await until(async () => (await proofOf(giving(), item))?.isProved === true, 'it is proved')
      expect(await proofOf(giving(), item)).toEqual({ isProved: true, health: 'ok' })
      wanted.push(['upgrade', kind, version, expect.stringContaining(item)])
      expect(calls()).toEqual(wanted)
    }
    await agent.stop()
    // It tells the same after a restart, and does nothing twice.
    start({ poll: true })
    await comesOnline()
    expect(calls()).toEqual(wanted)
  })

  it('that its program cannot do fails, and so does one that leaves the machine unwell', async () => {
    await enrol()
    start({ poll: false })
    await comesOnline()
    for (const version of ['broken', 'unwell']) {
      const item = await upgrade(giving(), 'RESOURCE', version)
      expect(await endOf(item)).toEqual({ state: 'FAILED', code: 'I201' })
      expect(await proofOf(giving(), item)).toEqual({ isProved: false, health: null })
      // Nor does its package stay on the disk.
      await until(() => !existsSync(join(folder, 'state/downloads', item)), 'it is swept')
    }
  })
})

describe('an agent on the terminals of a plan', () => {
  /** What a plan of one wave comes to that brings a version of the kernel. */
  async function endOfPlan(versionName: string, poll: boolean) {
    await enrol()
    start({ poll })
    await comesOnline()
    const second = await signedIn(app, { isSuperAdmin: true })
    const steps = planSteps(app, { admin: user, second })
    const waves = [{ ...easyWave, successPercent: 100, errorPercent: 0 }]
    const options = { retries: 0 }
    const versionId = await versionOf(giving(), 'KERNEL', versionName)
    const { id } = await steps.begin([versionId], [device.sn], { waves, options })
    const isSettled = ({ state }: { state: string }) => state === 'FINISHED' || state === 'PAUSED'
    const plan = await steps.goOn(id, isSettled, 'the plan is settled')
    const { list } = await user.get(upgradeResults.page, { query: { planId: id } })
    return { plan, result: list[0] }
  }

  it.each([
    ['over MQTT', false],
    ['by polls', true],
  ])('runs what its wave brings, is well, and the plan has finished, %s', async (_, poll) => {
    const version = `kernel-${device.sn}`
    const { plan, result } = await endOfPlan(version, poll)
    expect(plan).toMatchObject({ state: 'FINISHED', reason: null, succeeded: 1, size: 1 })
    expect(result).toMatchObject({ sn: device.sn, state: 'SUCCESS', outcome: 'CONFIRMED' })
    expect(result?.provedAt).not.toBeNull()
    expect(machine.noted().filter(([what]) => what === 'upgrade')).toHaveLength(1)
    expect(machine.noted()).toContainEqual(['check', version])
  })

  it('finds itself unwell with what it runs, and the wave has failed', async () => {
    const { plan, result } = await endOfPlan('unwell', false)
    expect(plan).toMatchObject({ state: 'PAUSED', reason: 'plan.failed.errors', failed: 1 })
    expect(result).toMatchObject({ state: 'FAILED', code: 'I201', outcome: null })
  })
})

/** Work of one kind, told apart by a word. */
interface Piece {
  readonly kind: 'file' | 'log' | 'message' | 'install' | 'upgrade'
  readonly word: string
  readonly item: string
  readonly content?: Buffer
}

/** How it ends where it may have been done or not when the power failed; the others are done anew. */
const interrupted: Partial<Record<Piece['kind'], string>> = {
  message: 'C406',
  install: 'I201',
  upgrade: 'I201',
}

/** Work of all kinds but values, in two halves, so that the power fails at the steps of each. */
const halves = [
  async (word: string): Promise<Piece[]> => {
    const { item, content } = await push(giving(), `${word}.bin`, 100_000)
    return [
      { kind: 'message', word, item: await say(giving(), word) },
      { kind: 'file', word, item, content },
      { kind: 'install', word, item: await install(giving(), word) },
    ]
  },
  async (word: string): Promise<Piece[]> => {
    const args = { types: ['APP'], maxMB: 1 }
    const log = await command(giving(), { cmd: 'LOG_PULL', args, ttlSeconds: 3600 })
    return [
      { kind: 'upgrade', word, item: await upgrade(giving(), 'KERNEL', word) },
      { kind: 'log', word, item: log },
    ]
  },
] as const

function expectDoneOnce({ kind, word, content }: Piece, end: Item): void {
  const code = interrupted[kind]
  const brought = content && readFileSync(join(machine.files, `${word}.bin`))
  expect(brought).toEqual(content)
  // What no program does is never broken off for good.
  const ends = code === undefined ? [success] : [success, { state: 'FAILED', code }]
  expect(ends, `${kind} of ${word}`).toContainEqual(end)
  const times = machine.noted().filter((words) => words[0] === kind && words.includes(word)).length
  const right = code === undefined ? [0] : end.state === 'SUCCESS' ? [1] : [0, 1]
  expect(right, `${kind} of ${word}`).toContain(times)
}

describe('an agent whose power fails again and again, each time some steps later', () => {
  it.each([
    ['over MQTT', false, 6],
    ['by polls', true, 14],
  ])(
    'does nothing twice, and tells how all of it ended, %s',
    async (_, poll, stride) => {
      await enrol()
      const given: Piece[] = []
      const reboots: string[] = []
      for (let [cut, half] = [1, 0]; cut < 100; cut += stride, half = 1 - half) {
        const pieces = (await halves[half]?.(`${device.sn}-${cut}`)) ?? []
        given.push(...pieces)
        if (cut % 4 === 3)
          reboots.push(await command(giving(), { cmd: 'REBOOT', args: { delay: 0 } }))
        const { child } = start({ poll, killAt: cut })
        // One that has nothing left to do before its step comes is cut off then.
        const ids = pieces.map(({ item }) => item)
        const isCut = () => child.signalCode !== null
        await until(async () => isCut() || (await areOver({ app }, ids)), `step ${cut}`)
        await cutPower()
      }
      start({ poll })
      const items = [...given.map(({ item }) => item), ...reboots]
      const endAs = await endsOf({ app }, items, saidByAgents)
      for (const piece of given) expectDoneOnce(piece, endAs(piece.item))
      const rebooted = machine.noted().filter(([first]) => first === 'reboot')
      expect(rebooted.length).toBeLessThanOrEqual(reboots.length)
    },
    900_000,
  )
})
