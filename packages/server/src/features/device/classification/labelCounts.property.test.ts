import { classifications } from '@muster/contract'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estates: Estate[]
let operator: TestUser
/** The operator's own, below it, beside it. */
let places: string[]
let labels: string[]
let clients: pg.Client[]

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  const add = async (name: string, parentId: string) =>
    (await addOrganization(platform, { name, code: name, parentId })).id
  const own = await add('own', rootId)
  places = [own, await add('below', own), await add('beside', rootId)]
  estates = [await addEstate(app), await addEstate(app, 'Other')]
  const permissions = ['DEVICE_CLASSIFICATION_LIST']
  operator = await signedIn(app, { orgId: own, permissions })
  const { rows } = await platform.pool.query<{ id: string }>(
    `insert into classification (name, code, dimension, colour)
      select 'L' || n, 'L' || n, 'USE', '#000000' from generate_series(1, 3) n returning id`,
  )
  labels = rows.map(({ id }) => id)
  clients = await Promise.all([connect(), connect()])
})
afterEach(async () => {
  for (const client of clients) await client.query('rollback')
  await run('update organization set parent_id = $1 where id = $2', [places[0], places[1]])
  await run('delete from device')
  await run('select fold_estate_changes()')
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await app.close()
})

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)

/** Who waits for the other one here would wait for ever. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: app.platform.pool.options.connectionString,
    options: '-c lock_timeout=40ms',
  })
  await client.connect()
  return client
}

/** Labels whose terminals are not what is kept of them, by organisation and model, and of whole subtrees. */
async function wrong(): Promise<object[]> {
  const { rows } = await app.platform.pool.query<object>(`with truth as (
      select bound.classification_id::text as value, device.org_id, device.model_id, count(*) as count
      from device_classification bound join device on device.id = bound.device_id
      where device.deleted_at is null group by 1, 2, 3),
    pending as (select classification_id::text as value, org_id, model_id, delta from label_pending),
    own as (select value, org_id, model_id, count from device_spread where kind = 'LABEL' union all table pending),
    lineage as (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path),
    below as (
      select place, value, model_id, count from estate_total where measure = 'LABEL'
      union all select place, value, model_id, delta from estate_pending where measure = 'LABEL'
      union all select place, value, model_id, delta from pending join lineage using (org_id))
    select 'own' as what, value, sum(count) from (select value, org_id, model_id, count from truth
        union all select value, org_id, model_id, -count from own) as sides
      group by value, org_id, model_id having sum(count) <> 0
    union all select 'below', value, sum(count) from (
        select place, value, model_id, count from truth join lineage using (org_id)
        union all select place, value, model_id, -count from below) as sides
      group by value, place, model_id having sum(count) <> 0`)
  return rows
}

const device = '(select id from device order by sn offset $1 limit 1)'
const models = () => estates.map(({ modelId }) => modelId)

/** What may become of terminals and labels: of the x-th terminal, the y-th of something. */
const acts: Readonly<Record<string, (x: number, y: number) => [string, unknown[]]>> = {
  bind: (x, y) => [
    `insert into device_classification (classification_id, device_id, by_rule)
      select $2::uuid, id, false from ${device} as one on conflict do nothing`,
    [x, labels[y]],
  ],
  unbind: (x, y) => [
    `delete from device_classification where device_id = ${device} and classification_id = $2`,
    [x, labels[y]],
  ],
  move: (x, y) => [`update device set org_id = $2 where id = ${device}`, [x, places[y]]],
  exchange: (x, y) => [
    `update device set model_id = $2 where id = ${device}`,
    [x, models()[y % 2]],
  ],
  bin: (x) => [`update device set deleted_at = now() where id = ${device}`, [x]],
  revert: (x) => [`update device set deleted_at = null where id = ${device}`, [x]],
  destroy: (x) => [`delete from device where id = ${device}`, [x]],
}
const step = fc.record({
  who: fc.nat({ max: 1 }),
  act: fc.constantFrom(
    ...Object.keys(acts),
    'bind',
    'bind',
    'move',
    'commit',
    'commit',
    'rollback',
    'fold',
    'regroup',
  ),
  x: fc.nat({ max: 5 }),
  y: fc.nat({ max: 2 }),
})

async function take({ who, act, x, y }: { who: number; act: string; x: number; y: number }) {
  const client = clients[who]
  if (!client) throw new Error('there are two of them')
  if (act === 'commit' || act === 'rollback') return client.query(act)
  // Outside of what is open: counts are folded, and a subtree moves, at once.
  if (act === 'fold') return run('select fold_estate_changes($1)', [x + 1])
  if (act === 'regroup')
    return run('update organization set parent_id = $1 where id = $2', [
      y === 0 ? places[2] : places[0],
      places[1],
    ])
  const [text, values] = acts[act]?.(x, y) ?? ['', []]
  await client.query('begin')
  return client.query(text, values).catch(() => client.query('rollback'))
}

describe('terminals with a label', () => {
  it('are what is kept of them, at each moment of any history that two write at once', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await addDevices(app, estates[0] as Estate, { orgId: places[0] ?? '', prefix: 'L', count: 6 })
      for (const one of steps) {
        await take(one)
        expect({ one, wrong: await wrong() }).toEqual({ one, wrong: [] })
      }
      for (const client of clients) await client.query('commit')
      await run('select fold_estate_changes()')
      expect(await wrong()).toEqual([])
      expect((await run('select from label_noted')).rowCount).toBe(0)
    })
    await fc.assert(
      property.afterEach(async () => {
        for (const client of clients) await client.query('rollback')
        await run('delete from device')
      }),
      { numRuns: 25 },
    )
  })

  it('are counted where they are, if they move while somebody gives them a label', async () => {
    const [orgId = '', , beside] = places
    await addDevices(app, estates[0] as Estate, { orgId, prefix: 'L', count: 1 })
    const [one, other] = clients
    const label = acts['bind']?.(0, 0) ?? ['', []]
    const move: [string, unknown[]] = [`update device set org_id = $1`, [beside]]
    for (const [first, second, back] of [
      [label, move, null],
      [move, label, orgId],
    ] as const) {
      await run('delete from device_classification')
      if (back) await run('update device set org_id = $1', [back])
      await one?.query('begin')
      await one?.query(...first)
      await other?.query(...second)
      await run('select fold_estate_changes()')
      expect(await wrong()).toEqual([])
      await one?.query('commit')
      await run('select fold_estate_changes()')
      expect(await wrong()).toEqual([])
      const { rows } = await run('select org_id as id from label_counted')
      expect(rows).toEqual([{ id: beside }])
    }
  })

  it('are shown to whoever sees them, before and after they are folded', async () => {
    const [own = '', below = '', beside = ''] = places
    for (const [orgId, prefix] of [
      [own, 'O'],
      [below, 'B'],
      [beside, 'E'],
    ] as const)
      await addDevices(app, estates[0] as Estate, { orgId, prefix, count: 2 })
    const shown = async () =>
      (await operator.get(classifications.page, { query: {} })).list.map(({ devices }) => devices)
    await run(
      `insert into device_classification (classification_id, device_id, by_rule) select $1, id, false from device`,
      [labels[0]],
    )
    expect(await shown()).toEqual([4, 0, 0])
    await run('select fold_estate_changes()')
    expect(await shown()).toEqual([4, 0, 0])
    await run(`update device set org_id = $1 where sn = 'B00000'`, [beside])
    expect(await shown()).toEqual([3, 0, 0])
    await run(`delete from device where sn = 'O00000'`)
    await run('select fold_estate_changes()')
    expect(await shown()).toEqual([2, 0, 0])
    // No figure of a page is kept by the day.
    const { rowCount } = await run(`select from stat_total where measure = 'LABEL'`)
    expect(rowCount).toBe(0)
  })
})
