import type { Filter } from '@muster/contract'
import type pg from 'pg'
import { previewOf } from '../../packages/server/src/features/device/group/members.queries.ts'
import { followChanges } from '../../packages/server/src/features/device/membership/follow.ts'
import { keepUses } from '../../packages/server/src/features/device/membership/keeping.queries.ts'
import { rebuildGroup } from '../../packages/server/src/features/device/membership/rebuild.ts'
import type { Database } from '../../packages/server/src/platform/db.ts'
import type { Figure, Side } from '../harness/rounds.ts'

export interface Bench {
  readonly client: pg.Client
  readonly pool: pg.Pool
  readonly db: Database
  readonly postmaster: number
}

type Ids = (code: string) => string

/** Ids of organisations, models, vendors and categories by their codes. */
export async function readIds({ client }: Bench): Promise<Ids> {
  const { rows } = await client.query<{
    code: string
    id: string
  }>(`select code, id from organization
    union all select code, id from model union all select code, id from vendor
    union all select code, id from category`)
  const ids = new Map(rows.map(({ code, id }) => [code, id]))
  return (code) => {
    const id = ids.get(code)
    if (!id) throw new Error(`there is no ${code}`)
    return id
  }
}

/** Ten conditions of many kinds, three deep. */
const tenConditions = (id: Ids): Filter => ({
  all: [
    { field: 'orgId', op: 'below', values: [id('place-1'), id('place-16'), id('place-28')] },
    { field: 'modelId', op: 'notIn', values: [id('model-9')] },
    { field: 'vendorId', op: 'in', values: [id('vendor-1'), id('vendor-2'), id('vendor-3')] },
    { field: 'categoryId', op: 'in', values: [id('kind-1'), id('kind-2'), id('kind-3')] },
    { field: 'status', op: 'in', values: ['1'] },
    { field: 'sn', op: 'isNot', values: ['SN1-00000001'] },
    { field: 'tid', op: 'isFilled', values: [] },
    { not: { field: 'tag', op: 'hasAny', values: ['vip'] } },
    {
      any: [
        { field: 'presence', op: 'in', values: ['ONLINE'] },
        { field: 'battery', op: 'atMost', values: ['20'] },
      ],
    },
  ],
})

/** What a person would write for {@link tenConditions}. */
const literalSql = (id: Ids) => `with found as materialized (select d.id, d.sn from device d
    where d.deleted_at is null
      and d.org_id in (select o.id from organization o where o.path <@ any(array(
        select path from organization where id in ('${id('place-1')}', '${id('place-16')}', '${id('place-28')}'))))
      and d.model_id <> '${id('model-9')}'
      and d.vendor_id in ('${id('vendor-1')}', '${id('vendor-2')}', '${id('vendor-3')}')
      and d.model_id in (select m.id from model m where m.category_id in
        ('${id('kind-1')}', '${id('kind-2')}', '${id('kind-3')}'))
      and d.status = 1 and d.sn <> 'SN1-00000001' and d.tid is not null and not d.tags && '{vip}'
      and (exists (select from device_online n where n.device_id = d.id)
        or exists (select from device_state s where s.device_id = d.id and s.battery <= 20)))
  select (select count(*) from found) as count, shown.* from device_row shown
    where shown.id = any(array(select id from found order by sn limit 50)) order by shown.sn`

export function previewSides({ client, db, pool, postmaster }: Bench, id: Ids): Side[] {
  const own = [postmaster, process.pid]
  // What the preview asks of its caller: a super administrator.
  const ctx = { db, platform: { pool }, principal: { scope: { all: true, rules: [] } } } as never
  const bounds = { orgId: id('platform'), includeSubOrgs: true, modelIds: [] }
  const body = { ...bounds, filter: tenConditions(id), groupId: null, withRows: false }
  return [
    {
      name: 'preview of ten conditions',
      processes: own,
      run: () => timed(5, () => previewOf(ctx, body)),
    },
    {
      name: 'literal SQL',
      processes: own,
      run: () => timed(5, () => client.query(literalSql(id))),
    },
  ]
}

/** Groups whose filters are judged at each change. */
const groups = 20

/** Dynamic groups by name, of which each change enters one and leaves another. */
export async function makeGroups({ db, client }: Bench, id: Ids): Promise<void> {
  for (let number = 0; number < groups; number++) {
    const filter: Filter = { field: 'name', op: 'is', values: [`Bench ${number}`] }
    await addGroup(
      { db, client },
      { name: `Group ${number}`, orgId: id('platform'), filter, state: 'ACTIVE' },
    )
  }
}

async function addGroup(
  { db, client }: Pick<Bench, 'db' | 'client'>,
  group: { name: string; orgId: string; filter: Filter; state: string },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into device_group (name, org_id, type, filter, max_members, state)
      values ($1, $2, 'DYNAMIC', $3, 1000000, $4) returning id`,
    [group.name, group.orgId, JSON.stringify(group.filter), group.state],
  )
  const id = rows[0]?.id ?? ''
  await keepUses(db, id, group.filter)
  return id
}

const silent = { changed: () => undefined }

/** One terminal changes and its memberships follow, beside as many rows written by hand. */
export async function changeSides({ client, db, postmaster }: Bench): Promise<Side[]> {
  const own = [postmaster, process.pid]
  const { rows: known } = await client.query<{ id: string }>(
    'select id from device_group order by name limit 2',
  )
  const [one, other] = known.map(({ id }) => id)
  const { rows: some } = await client.query<{ id: string }>(
    'select id from device order by sn offset 500 limit 200',
  )
  let turn = 0
  const next = () => ({ device: some[turn++ % some.length]?.id, number: turn % groups })
  return [
    {
      name: `judged by ${groups} groups`,
      processes: own,
      run: () =>
        timed(40, async () => {
          const { device, number } = next()
          await client.query('update device set name = $2 where id = $1', [
            device,
            `Bench ${number}`,
          ])
          await followChanges(db, silent)
        }),
    },
    {
      name: 'the difference written by hand',
      processes: own,
      run: () => timed(40, () => byHand(client, { ...next(), one, other })),
    },
  ]
}

interface Move {
  readonly device: string | undefined
  readonly number: number
  readonly one: string | undefined
  readonly other: string | undefined
}

/** The change, and what the groups make of it, as a person would write it. */
async function byHand(client: pg.Client, { device, number, one, other }: Move): Promise<void> {
  await client.query('update device set name = $2 where id = $1', [device, `Bench ${number}`])
  await client.query('begin')
  await client.query('delete from device_changed')
  await client.query('delete from device_group_member where device_id = $1 and group_id = $2', [
    device,
    one,
  ])
  await client.query(
    'insert into device_group_member (group_id, device_id) values ($1, $2) on conflict do nothing',
    [other, device],
  )
  await client.query('commit')
}

/** A group of everybody, found anew as a whole, beside the same rows into the same indexes. */
export async function rebuildSides(bench: Bench, id: Ids): Promise<Side[]> {
  const { client, db, postmaster } = bench
  const own = [postmaster, process.pid]
  const filter: Filter = { field: 'status', op: 'in', values: ['1'] }
  const group = await addGroup(bench, {
    name: 'Everybody',
    orgId: id('platform'),
    filter,
    state: 'ACTIVE',
  })
  await client.query('create table bare_member (like device_group_member including all)')
  return [
    {
      name: 'rebuild of a group',
      processes: own,
      run: async () => {
        await client.query('truncate device_group_member, device_group_size')
        await client.query(`update device_group set state = 'PENDING' where id = $1`, [group])
        return timed(1, () => rebuildGroup(db, group))
      },
    },
    {
      name: 'INSERT ... SELECT',
      processes: own,
      run: async () => {
        await client.query('truncate bare_member')
        return timed(1, () =>
          client.query(
            `insert into bare_member (group_id, device_id)
              select $1::uuid, id from device where deleted_at is null and status = 1`,
            [group],
          ),
        )
      },
    },
  ]
}

async function timed(times: number, work: () => Promise<unknown>): Promise<Figure> {
  const latencies: number[] = []
  const started = performance.now()
  for (let done = 0; done < times; done++) {
    const sent = performance.now()
    await work()
    latencies.push(performance.now() - sent)
  }
  return { perSecond: (1000 * times) / (performance.now() - started), count: times, latencies }
}
