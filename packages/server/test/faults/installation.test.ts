import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { codes, devices, headers, server, taskItem } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { signInAs } from '../publicCalls.ts'
import { remoteApp } from '../remoteApp.ts'
import { SteadyTerminal } from '../steadyTerminal.ts'
import { addressOf, type TestUser } from '../testApp.ts'
import { addDevice, addModel, eventually, passwordOf } from '../testGateway.ts'
import { type Installation, startInstallation } from './installation.ts'

// docs/operations.md, *Several machines* and *NATS*, as real processes, each kind of which is killed
// while terminals report and an operator gives commands.

const beatSeconds = 5
const count = 12
const adminPassword = 'steady harbour velvet'

let all: Installation
let operator: TestUser
const terminals: SteadyTerminal[] = []

beforeAll(async () => {
  all = await startInstallation({ heartbeatSeconds: beatSeconds, adminPassword })
  setDefaultCACertificates([...getCACertificates('default'), all.ca])
  const app = remoteApp(all.url, { ...all, tries: 0 })
  operator = await signInAs(app, { userName: 'admin', password: adminPassword })
  const modelId = await addModel(app.platform)
  const { rows } = await all.pool.query<{ id: string }>(
    'select id from organization where parent_id is null',
  )
  const [{ id: orgId } = { id: '' }] = rows
  for (let n = 0; n < count; n++) {
    const device = await addDevice(app.platform, { modelId, orgId })
    const token = await fetch(`${all.url}/device/v1/token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${passwordOf(device)}` },
      body: JSON.stringify({ sn: device.sn }),
    })
    const { password } = z.object({ password: z.string() }).parse(await token.json())
    terminals.push(new SteadyTerminal(device, password, all.nats.mqtt))
  }
}, 400_000)

afterAll(async () => {
  for (const terminal of terminals) await terminal.cut()
  await all.close()
})

/** An operator's commands, a steady stream of them: what was answered, and after how long. */
class Load {
  readonly items: string[] = []
  /** The longest that a call waited for its answer, tried again as often as it took. */
  slowestMs = 0
  /** Calls that had to be made again. */
  repeated = 0
  #isOver = false
  readonly #running = this.#run()

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** Settles once so many more commands are answered that were given from now on. */
  async goesOn(more: number): Promise<void> {
    const from = this.items.length
    await eventually(async () => this.items.length - from > more, 60)
  }

  async #run(): Promise<void> {
    const calls: Promise<void>[] = []
    for (let n = 0; !this.#isOver; n++) {
      calls.push(this.#give(terminals[n % count]?.device.id ?? ''))
      await sleep(200)
    }
    await Promise.all(calls)
  }

  async #give(id: string): Promise<void> {
    const began = performance.now()
    const input = { params: { id }, body: { cmd: 'REBOOT' as const, args: { delay: 0 } } }
    const own = { [headers.idempotencyKey]: randomUUID() }
    const raw = { method: 'POST', ...addressOf(devices.command, input), headers: own }
    for (;;) {
      // Signed anew each time, under the same key.
      const answer = await operator.send(raw).catch(() => null)
      if (answer?.code === codes.success) {
        this.items.push(z.pick(taskItem(), { id: true }).parse(answer.data).id)
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
        return
      }
      if (answer && answer.code !== codes.unavailable) throw new Error(JSON.stringify(answer))
      this.repeated += 1
      await sleep(200)
    }
  }
}

const onlineCount = async () => (await all.pool.query('select from device_online')).rowCount

interface Kill {
  /** Answers what brings it back. */
  readonly kill: () => Promise<() => Promise<void>>
  /** Nobody can be answered until it is back. */
  readonly isAlone?: boolean
}

/** Each kind in turn; of two, the second one once the first is back. */
const kills: readonly Kill[] = [
  { kill: () => killed(all.nodes.web[0]) },
  { kill: () => killed(all.nodes.gateway[0]) },
  { kill: () => killed(all.nodes.worker[0]) },
  { kill: async () => killed(await all.nats.leader(all)) },
  { kill: async () => (await all.nginx.killWorkers(), async () => undefined) },
  { kill: () => killed(all.postgres), isAlone: true },
  { kill: () => killed(all.nodes.gateway[1]) },
  { kill: () => killed(all.nodes.web[1]) },
]

async function killed(one: { kill(): Promise<void>; start(): Promise<void> }) {
  await one.kill()
  return () => one.start()
}

/** What has not succeeded, with how often it was sent and when it will be again. */
const openItems = async () => {
  const { rows } = await all.pool.query<Record<string, unknown>>(
    `select device.sn, item.state, item.publications, item.published_at, item.next_publish_at,
        now() as now, exists (select from device_online where device_id = device.id) as is_online
      from push_item item join device on device.id = item.device_id
      where item.state <> 'SUCCESS'`,
  )
  return rows
}

/** What has not succeeded after so many seconds; sooner where everything has. */
async function openAfter(seconds: number) {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const open = await openItems()
    if (open.length === 0 || Date.now() > deadline) return open
    await sleep(1000)
  }
}

it('nothing acknowledged is lost and nothing done twice whichever part is killed', async () => {
  await expect.poll(onlineCount, { timeout: 60_000 }).toBe(count)
  // What a first try has left is none of this one's.
  const { rows: former } = await all.pool.query<{ id: string }>('select id from push_item')
  const isOwn = (id: string) => !former.some((item) => item.id === id)
  const load = new Load()
  await load.goesOn(10)
  for (const { kill, isAlone = false } of kills) {
    const start = await kill()
    if (!isAlone) await load.goesOn(15)
    await start()
    await load.goesOn(5)
  }
  await load.stop()
  const { items } = load

  // None is stuck, and none was given twice by a call that was made again.
  const open = await openAfter(300)
  if (open.length > 0) throw new Error(`still open: ${JSON.stringify(open)}`)
  const { rows: given } = await all.pool.query<{ id: string }>('select id from push_item')
  expect(given.filter(({ id }) => isOwn(id))).toHaveLength(items.length)
  // None was done twice, and none reported that was not asked for.
  const done = terminals.flatMap((terminal) => terminal.done).filter(isOwn)
  expect(done.toSorted()).toEqual(items.toSorted())
  // Everything that was acknowledged is kept.
  const kept = terminals.flatMap((terminal) => terminal.kept.map(({ id }) => id))
  expect(kept.length).toBeGreaterThanOrEqual(items.length)
  const lost = async () => {
    const { rows } = await all.pool.query<{ id: string }>(
      `select id from unnest($1::text[]) as told (id) where not exists (
        select from push_report report where report.message_id = told.id)`,
      [kept],
    )
    return rows.map(({ id }) => id)
  }
  await expect.poll(lost, { timeout: 60_000 }).toEqual([])
  console.log(
    `${items.length} commands, ${load.repeated} calls made again, the slowest answered after ` +
      `${Math.round(load.slowestMs)} ms, ${kept.length} acknowledged reports, ` +
      `${terminals.reduce((sum, { keptBeats }) => sum + keptBeats, 0)} acknowledged beats`,
  )

  // Presence is right after some beats: first all of them, then those that are left.
  await expect.poll(onlineCount).toBe(count)
  const leaving = terminals.splice(0, count / 2)
  for (const terminal of leaving) await terminal.cut()
  const since = performance.now()
  await expect.poll(onlineCount).toBe(count - leaving.length)
  console.log(`${leaving.length} were missed after ${Math.round(performance.now() - since)} ms`)
  // All processes that were started again are there, and none that was killed, once its beat is old.
  const upCount = async () => {
    const { nodes } = await operator.get(server.metrics, {})
    return nodes.filter(({ state }) => state === 'UP').length
  }
  await expect.poll(upCount, { timeout: 60_000 }).toBe(6)
}, 600_000)
