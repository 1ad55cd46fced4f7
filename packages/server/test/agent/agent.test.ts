import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { codes, devices, type LogTrace, logTraces, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startGateway } from '../../src/features/device/broker/startGateway.ts'
import { startDeviceWorker } from '../../src/features/device/device.worker.ts'
import { followPushes } from '../../src/features/device/push/follow.ts'
import { startParamWorker } from '../../src/features/param/index.ts'
import { makeToken, tokenHash } from '../../src/platform/secrets.ts'
import { openArtifactItem } from '../artifactItem.ts'
import { storeFile } from '../deviceFiles.ts'
import { freePorts } from '../freePorts.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'
import {
  addDevice,
  addModel,
  type CommandWishes,
  giveCommand,
  type TestDevice,
} from '../testGateway.ts'
import { addParamTemplate } from '../testParams.ts'
import { addUpgradeVersion, giveUpgrade } from '../upgradeEstate.ts'
import { until } from '../until.ts'
import { type AgentMachine, makeMachine, type RunningAgent } from './agentProcess.ts'

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
  app = await startTestApp(undefined, { MQTT_PORT: String(port), MUSTER_DATA: data })
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

interface Item {
  readonly state: string
  readonly code: string | null
}

async function itemOf(id: string): Promise<Item | undefined> {
  const { rows } = await sql<Item>`select state, code from push_item where id = ${id}`.execute(
    app.platform.db,
  )
  return rows[0]
}

const finals = ['SUCCESS', 'FAILED', 'REFUSED', 'CANCELLED', 'EXPIRED', 'TIMEOUT']

/** How an item ended, as soon as it has. */
async function endOf(id: string): Promise<Item> {
  let item: Item | undefined
  await until(
    async () => finals.includes((item = await itemOf(id))?.state ?? ''),
    `the end of ${id}`,
  )
  return item ?? { state: 'none', code: null }
}

const isSeen = async (): Promise<boolean> => {
  const { list } = await user.get(devices.page, { query: { sn: device.sn } })
  return list.some(({ sn, presence }) => sn === device.sn && presence === 'ONLINE')
}
const give = (wishes: CommandWishes) => giveCommand(app.platform, device, wishes)
const say = (title: string) =>
  give({
    ttlSeconds: 3600,
    cmd: 'MESSAGE',
    args: { title, text: 'a text; $(touch x)', mustRead: false, buttons: [], fileId: null },
  })

async function push(path: string, bytes: number) {
  const { content, sha256 } = await storeFile(app, bytes)
  const artifact = { size: bytes, sha256, name: 'a.bin' }
  const args = { fileId: randomUUID(), path, artifact }
  const item = await give({ cmd: 'PUSH_FILE', args, ttlSeconds: 3600 })
  return { item, content }
}

async function install(pkg: string) {
  const { content, sha256 } = await storeFile(app, 100_000)
  const artifact = { size: content.length, sha256, name: 'pay.deb' }
  return openArtifactItem(app, device, artifact, { state: 'QUEUED', pkg, vc: 7 })
}

/** Gives the machine a version of one of its parts; answers its item. */
async function upgrade(kind: string, versionName: string): Promise<string> {
  const file = await storeFile(app, 200_000)
  const id = await addUpgradeVersion(app.platform, { modelId, versionName, kind, file })
  const pushId = await giveUpgrade(app.platform, id, { ids: [device.id] })
  await followPushes(app.platform)
  const { rows } = await sql<{ id: string }>`select id from push_item
    where push_id = ${pushId}`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

/** What the platform knows of an upgrade beside its end: the machine tells the version, and that it is well. */
async function proofOf(item: string) {
  const { rows } = await sql<{ isProved: boolean; health: string | null }>`
    select item.proved_at is not null as is_proved, found.document ->> 'health' as health
    from push_item item left join command_result found on found.item_id = item.id
    where item.id = ${item}`.execute(app.platform.db)
  return rows[0]
}

/** Answers what says another host. */
async function giveValues(): Promise<(host: string) => Promise<void>> {
  const template = await addParamTemplate(app, {
    package: `com.example.${device.sn.toLowerCase()}`,
    pids: ['host'],
    secretPids: ['pin'],
  })
  const made = await user.call(params.add, {
    body: {
      name: device.sn,
      level: 'DEVICE',
      orgId: null,
      deviceId: device.id,
      appId: template.appId,
      templateRevId: template.revId,
    },
  })
  expect(made.code).toBe(codes.success)
  const { id } = made.data
  // What is refused stays so: it is not tried again later.
  await sql`update param_assignment set options = options || '{"retries": 0}' where id = ${id}`.execute(
    app.platform.db,
  )
  const say = async (host: string) => {
    const { version } = await user.get(params.detail, { params: { id } })
    const values = { host }
    const secrets = { pin: 'sesame' }
    const saved = await user.call(params.draft, {
      params: { id },
      body: { version, values, secrets, keptSecrets: [] },
    })
    const { data: impact } = await user.call(params.impact, { params: { id } })
    await user.call(params.activate, {
      params: { id },
      body: { version: saved.data.version, count: impact.count, note: 'a reason' },
    })
  }
  await say('one.example.com')
  return say
}

const success = { state: 'SUCCESS', code: null }

describe.each([
  ['over MQTT', false],
  ['by polls', true],
])('an agent %s', (_, poll) => {
  it('is enrolled by one command, seen by the next, and does what it is told', async () => {
    expect(await enrol()).toContain(`${device.sn} is a terminal of ${address} now`)
    const agent = start({ poll })
    await until(isSeen, 'it is online in the list')

    const message = await say('Hello')
    const log = await give({ cmd: 'LOG_PULL', args: { types: ['APP'], maxMB: 1 } })
    const locate = await give({ cmd: 'LOCATE', args: {} })
    const file = await push('media/idle.bin', 300_000)
    const pkg = `com.example.${device.sn.toLowerCase()}`
    const installed = await install(pkg)
    for (const item of [message, log, locate, file.item, installed])
      expect(await endOf(item)).toEqual({ state: 'SUCCESS', code: null })
    expect(machine.noted()).toContainEqual(['message', 'Hello', 'a text; $(touch x)'])
    expect(readFileSync(join(machine.files, 'media/idle.bin'))).toEqual(file.content)
    expect(machine.noted()).toContainEqual(['install', pkg, '', expect.stringContaining(installed)])

    const sayHost = await giveValues()
    const values = join(machine.params, pkg, 'values.json')
    const stateOfValues = async () => {
      const { rows } = await sql<{ state: string }>`select state from param_desired
        where device_id = ${device.id} and until is null`.execute(app.platform.db)
      return rows[0]?.state
    }
    await until(async () => (await stateOfValues()) === 'APPLIED', 'the values are in force')
    expect(JSON.parse(readFileSync(values, 'utf8'))).toContainEqual(['pin', 'sesame'])

    // What its program does not take is taken back, and nobody thinks that it runs with it.
    await sayHost('refused.example.com')
    await until(async () => (await stateOfValues()) === 'REJECTED', 'the values are refused')
    expect(JSON.parse(readFileSync(values, 'utf8'))).toContainEqual(['host', 'one.example.com'])
    expect(machine.noted().filter(([what]) => what === 'applied')).toHaveLength(3)

    expect(await endOf(await give({ cmd: 'REBOOT', args: { delay: 0 } }))).toEqual({
      state: 'SUCCESS',
      code: null,
    })
    expect(await stateOfValues()).toBe('REJECTED')
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
  await until(isSeen, 'it is online in the list')
  await until(async () => {
    const { rows } = await sql`select from device_event
      where device_id = ${device.id} and code = 'BATTERY_LOW'`.execute(app.platform.db)
    return rows.length === 1
  }, 'its battery is told of')
  // What it fetches comes from where it is.
  const file = await push('media/far.bin', 10_000)
  expect(await endOf(file.item)).toEqual(success)
})

it('says that it is done before the machine is switched off, and that it is', async () => {
  await enrol()
  start({ poll: false })
  await until(isSeen, 'it is online in the list')
  expect(await endOf(await give({ cmd: 'SHUTDOWN', args: {} }))).toEqual(success)
  await until(() => machine.noted().length > 0, 'the machine is switched off')
  expect(machine.noted()).toEqual([['shutdown']])
})

it('follows what its machine writes down, until it is told to leave it', async () => {
  await enrol()
  start({ poll: false })
  await until(isSeen, 'it is online in the list')
  const { id } = await user.get(logTraces.start, {
    body: { sn: device.sn, kinds: ['APP'], reason: 'a test', maxMb: 1, maxMinutes: 5 },
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

/** Work of each kind, told apart by a word. */
async function giveAll(word: string) {
  const ttlSeconds = 3600
  return {
    word,
    message: await say(word),
    file: await push(`${word}.bin`, 100_000),
    install: await install(word),
    log: await give({ cmd: 'LOG_PULL', args: { types: ['APP'], maxMB: 1 }, ttlSeconds }),
  }
}

/** Ends all agents without a word, as a power cut does. */
async function cutPower(): Promise<void> {
  for (const { child } of agents) child.kill('SIGKILL')
  await Promise.all(agents.map(({ ended }) => ended))
  agents = []
}

describe('an upgrade by an agent', () => {
  it.each(['KERNEL', 'FIRMWARE'])('of its %s is done by a program, and proved', async (kind) => {
    await enrol()
    const agent = start({ poll: false })
    await until(isSeen, 'it is online in the list')
    const version = `${kind.toLowerCase()}-${device.sn}`
    const item = await upgrade(kind, version)
    expect(await endOf(item)).toEqual({ state: 'SUCCESS', code: null })
    await until(async () => (await proofOf(item))?.isProved === true, 'it is proved')
    expect(await proofOf(item)).toEqual({ isProved: true, health: 'ok' })
    const calls = machine.noted().filter(([what]) => what === 'upgrade')
    expect(calls).toEqual([['upgrade', kind, version, expect.stringContaining(item)]])
    await agent.stop()
    // It tells the same after a restart, and does nothing twice.
    start({ poll: true })
    await until(isSeen, 'it is back')
    expect(machine.noted().filter(([what]) => what === 'upgrade')).toHaveLength(1)
  })

  it('that its program cannot do fails, and leaves what it runs as it was', async () => {
    await enrol()
    start({ poll: false })
    await until(isSeen, 'it is online in the list')
    const item = await upgrade('RESOURCE', 'broken')
    expect(await endOf(item)).toEqual({ state: 'FAILED', code: 'I201' })
    expect(await proofOf(item)).toMatchObject({ isProved: false })
  })
})

describe('an agent whose power fails again and again, each time some steps later', () => {
  it.each([
    ['over MQTT', false, 3],
    ['by polls', true, 7],
  ])(
    'does nothing twice, and tells how all of it ended, %s',
    async (_, poll, stride) => {
      await enrol()
      const given: Awaited<ReturnType<typeof giveAll>>[] = []
      const reboots: string[] = []
      for (let cut = 1; cut < 50; cut += stride) {
        given.push(await giveAll(`cut-${cut}`))
        if (cut % 2 === 0) reboots.push(await give({ cmd: 'REBOOT', args: { delay: 0 } }))
        const agent = start({ poll, killAt: cut })
        // One that has nothing left to do before its step comes is cut off while it waits.
        await Promise.race([agent.ended, sleep(5_000)])
        await cutPower()
      }
      start({ poll })
      for (const { word, message, file, install: installed, log } of given) {
        expect([word, await endOf(file.item), await endOf(log)]).toEqual([word, success, success])
        expect(readFileSync(join(machine.files, `${word}.bin`))).toEqual(file.content)
        for (const [what, item, code] of [
          ['message', message, 'C406'],
          ['install', installed, 'I201'],
        ] as const) {
          const end = await endOf(item)
          const times = machine
            .noted()
            .filter(([first, second]) => first === what && second === word)
          // What was begun when the power failed may have been done or not, and is not tried again.
          const right = end.state === 'SUCCESS' ? [1] : [0, 1]
          expect([success, { state: 'FAILED', code }]).toContainEqual(end)
          expect(right, `${what} of ${word}`).toContain(times.length)
        }
      }
      await Promise.all(reboots.map(endOf))
      const rebooted = machine.noted().filter(([first]) => first === 'reboot')
      expect(rebooted.length).toBeLessThanOrEqual(reboots.length)
    },
    900_000,
  )
})
