import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  codes,
  fillPath,
  headers,
  type PlanState,
  plans,
  session,
} from '@muster/contract'
import * as z from 'zod/mini'
import { fileStoreIn } from '../../src/platform/fileStore.ts'
import { freePort } from '../freePorts.ts'
import { adminPassword } from '../prepared.ts'
import { until } from '../until.ts'
import { openFaultBench } from './faultBench.ts'

export type PlanBench = Awaited<ReturnType<typeof openPlanBench>>

/** A server that a test may kill under a plan, with so many virtual terminals, and its administrator. */
export async function openPlanBench(count: number, databaseUrl?: string) {
  const { bench, ask, call } = await openWithAdministrator(count, databaseUrl)
  const stateOf = async (id: string) => {
    const [plan] = await ask<{ state: PlanState; wave: number }>(courseOf, [id])
    return plan ?? { state: 'DRAFT' as const, wave: 0 }
  }
  return {
    ...bench,
    ask,
    call,
    stateOf,
    /** A version for all models, of a part that nobody has to agree to. */
    async addVersion(): Promise<string> {
      const content = randomBytes(200_000)
      await fileStoreIn(bench.folder).put(Readable.from([content]))
      const sha256 = createHash('sha256').update(content).digest()
      const [version] = await ask<{ id: string }>(newVersion, [
        // Later than every one before it, also of a first try of the same test: nobody goes back by a plan.
        `1.0.${Date.now()}`,
        content.length,
        sha256,
      ])
      return version?.id ?? ''
    },
    /** Gives a plan for all terminals, and has it begin; its id. */
    async begin(versionId: string, more: object): Promise<string> {
      const [root] = await ask<{ id: string }>(rootOf)
      const filter = { field: 'lifecycle', op: 'in', values: ['ACTIVE'] }
      const plan = { name: 'Plan', orgId: root?.id ?? '', versionIds: [versionId], ...more }
      const made = await call(plans.add, { body: { ...plan, targets: { filter } } })
      const { id } = z.object({ id: z.string() }).parse(made)
      for (const move of [plans.submit, plans.start]) await call(move, { params: { id } })
      return id
    },
    comes: (id: string, state: PlanState, wave = 0) =>
      until(async () => {
        const now = await stateOf(id)
        return now.state === state && now.wave >= wave
      }, `the plan is ${state}`),
    /** An hour of watching a wave is over. */
    soaked: (id: string) => ask(anHourLater, [id]),
    async restart(): Promise<void> {
      await bench.kill()
      await bench.start()
    },
    /** How often each terminal has restarted since it was made: once for each upgrade. */
    boots: (): number[] => bench.fleet.terminals.map(({ boot }) => boot.count),
    /** How many items of a plan's way forth have got so far. */
    async reached(id: string, column: 'published_at' | 'acked_at' | 'ended_at'): Promise<number> {
      const [row] = await ask<{ count: number }>(countOf(column), [id])
      return row?.count ?? 0
    },
    /** Fails with what should not be of a plan that has ended. */
    async hasNoStrays(id: string): Promise<void> {
      const found = await Promise.all(
        Object.entries(strays).map(async ([what, statement]) =>
          (await ask(statement, [id])).map((row) => ({ what, ...row })),
        ),
      )
      if (found.flat().length > 0) throw new Error(JSON.stringify(found.flat().slice(0, 20)))
    },
  }
}

async function openWithAdministrator(count: number, databaseUrl: string | undefined) {
  const httpPort = await freePort()
  const address = `http://127.0.0.1:${httpPort}`
  const bench = await openFaultBench({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    mqttPort: await freePort(),
    httpPort,
    count,
    scenario: { repeat: [1, 5] },
    env: { MUSTER_ALLOW_UNBOUND_SESSIONS: 'true' },
  })
  const ask = async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await bench.pool.query<Row>(statement, [...values])).rows
  // One that has just come is not everybody's yet.
  await until(
    async () => (await ask(`select from device where lifecycle = 'ACTIVE'`)).length === count,
    'every terminal is active',
  )
  const body = { userName: 'admin', password: adminPassword }
  const login = await callAt({ address, token: '' }, session.login, { body })
  const { accessToken: token } = session.login.schemas.reply.parse(login)
  const call = (which: Call, input: Input) => callAt({ address, token }, which, input)
  return { bench, ask, call }
}

const answer = z.object({ code: z.number(), data: z.unknown() })

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
}

interface Caller {
  readonly address: string
  readonly token: string
}

async function callAt(
  { address, token }: Caller,
  { method, path }: Call,
  { params, body }: Input,
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${address}${fillPath(path, params)}`, {
      method,
      headers: token ? { [headers.token]: token } : {},
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const told = answer.parse(await response.json())
    if (told.code === 200) return told.data
    // A server that has just started on a busy machine says that it is overloaded for a moment.
    if (told.code !== codes.unavailable) throw new Error(`${path}: ${JSON.stringify(told)}`)
    await sleep(200)
  }
}

const courseOf = 'select state, wave from plan where id = $1'
const rootOf = 'select id from organization where parent_id is null'
const anHourLater = `update plan_wave set soak_at = soak_at - interval '61 minutes' where plan_id = $1`
const countOf = (
  column: string,
) => `select count(item.${column})::integer as count from push_item item
  join plan_push made on made.push_id = item.push_id where made.plan_id = $1 and made.purpose = 'FORTH'`
const newVersion = `with root as (select id from organization where parent_id is null limit 1),
    file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      select 'image.bin', 'firmware', $2, $3, 1048576, 'STORED', id, id from root returning id)
  insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, need_reboot,
      min_battery, release_notes, state)
    select root.id, 'Image', 'RESOURCE', (select vendor_id from model limit 1), array(select id from model), $1, file.id,
      true, 0, 'x', 'ONLINE' from root, file returning id`

/** Statements that prove it: each answers what should not be. */
const strays = {
  forgotten: `select device.sn from device cross join plan where plan.id = $1 and device.lifecycle = 'ACTIVE'
    and not exists (select from plan_target target where target.plan_id = plan.id and target.device_id = device.id
      and target.outcome = 'CONFIRMED')`,
  twice: `select item.device_id from push_item item join plan_push made on made.push_id = item.push_id
    where made.plan_id = $1 group by item.device_id, made.purpose having count(*) > 1`,
  unsuccessful: `select item.state, item.code from push_item item join plan_push made on made.push_id = item.push_id
    where made.plan_id = $1 and item.state <> 'SUCCESS'`,
  miscounted: `select * from (select push_id, state, coalesce(step, '') as step, count(*) from push_item group by 1, 2, 3) as items
    full join (select push_id, state, step, sum(count) as count from push_tally group by 1, 2, 3 having sum(count) <> 0) as kept
    using (push_id, state, step) where items.count is distinct from kept.count and $1::uuid is not null`,
  misjudged: `select wave.wave, wave.confirmed, wave.size from plan_wave wave join lateral (
      select count(*) filter (where target.outcome = 'CONFIRMED') as confirmed, count(*) as size from plan_target target
      where target.plan_id = wave.plan_id and target.wave = wave.wave) as kept on true
    where wave.plan_id = $1 and (wave.confirmed <> kept.confirmed or wave.size <> kept.size)`,
}
