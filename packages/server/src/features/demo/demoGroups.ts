import type { Filter } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { keepUses } from '../device/index.ts'

type Db = Kysely<DB>

/** Groups and labels of the demo: some named by hand, some found by a filter. */
export async function makeDemoGroups(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids = await idsOf(trx)
    for (const group of dynamicGroups(ids)) await addDynamic(trx, group)
    await addPilot(trx)
    await addLabels(trx)
  })
}

/** Records that filters name, by their codes. */
type Ids = (code: string) => string

async function idsOf(db: Db): Promise<Ids> {
  const { rows } = await sql<{ code: string; id: string }>`
    select code, id from organization union all select code, id from model
    union all select code, id from category`.execute(db)
  const ids = new Map(rows.map(({ code, id }) => [code, id]))
  return (code) => ids.get(code) ?? ''
}

interface DynamicGroup {
  readonly name: string
  readonly orgId: string
  readonly filter: Filter
  readonly description: string
}

const dynamicGroups = (id: Ids): readonly DynamicGroup[] => [
  {
    name: 'Smart terminals online',
    orgId: id('tigris'),
    description: 'Whom a push reaches at once',
    filter: {
      all: [
        { field: 'categoryId', op: 'in', values: [id('smart-pos')] },
        { field: 'presence', op: 'in', values: ['ONLINE'] },
      ],
    },
  },
  {
    name: 'Low battery',
    orgId: id('marsh'),
    description: 'To be charged before the evening',
    filter: { field: 'battery', op: 'atMost', values: ['30'] },
  },
  {
    name: 'Silent for three days',
    orgId: id('tigris'),
    description: 'Somebody should go there',
    filter: { field: 'lastSeenAt', op: 'longerAgo', values: ['72'] },
  },
]

/** The worker finds its members. */
async function addDynamic(
  db: Db,
  { name, orgId, filter, description }: DynamicGroup,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`insert into device_group
      (name, org_id, type, filter, max_members, description, state)
    values (${name}, ${orgId}, 'DYNAMIC', ${JSON.stringify(filter)}::jsonb, 10000, ${description}, 'PENDING')
    returning id`.execute(db)
  if (rows[0]) await keepUses(db, rows[0].id, filter)
}

/** A static one: every tenth terminal of the bank. */
async function addPilot(db: Db): Promise<void> {
  await sql`with pilot as (insert into device_group (name, org_id, type, max_members, description)
      select 'Pilot tills', id, 'STATIC', 100, 'They get everything first'
      from organization where code = 'tigris' returning id, org_id)
    insert into device_group_member (group_id, device_id)
    select pilot.id, device.id from pilot join device on device.org_id = pilot.org_id
      and right(device.sn, 6)::integer % 10 = 3`.execute(db)
}

async function addLabels(db: Db): Promise<void> {
  await sql`insert into classification (name, code, dimension, colour, exclusive, priority, remark)
    values ('Rental', 'RENTAL', 'OWNERSHIP', '#1f6feb', true, 0, null),
      ('Sold', 'SOLD', 'OWNERSHIP', '#8250df', true, 0, null),
      ('VIP merchant', 'VIP', 'TIER', '#bf8700', false, 0, 'Called back within the hour'),
      ('Demo counter', 'DEMO', 'USE', '#57606a', false, 0, null)`.execute(db)
  await sql`insert into device_classification (classification_id, device_id, by_rule, exclusive_in)
    select label.id, device.id, false, case when label.exclusive then label.dimension end
    from device join classification label on label.code = case right(device.sn, 6)::integer % 7
      when 0 then 'VIP' when 1 then 'SOLD' when 2 then 'RENTAL' when 3 then 'RENTAL' end`.execute(
    db,
  )
  const rule: Filter = { field: 'sn', op: 'begins', values: ['DEMO-00000'] }
  const { rows } = await sql<{ id: string }>`insert into classification
      (name, code, dimension, colour, exclusive, rule, priority, is_pending)
    values ('Ring 0', 'RING-0', 'RING', '#1a7f37', true, ${JSON.stringify(rule)}::jsonb, 10, true)
    returning id`.execute(db)
  if (rows[0]) await keepUses(db, rows[0].id, rule)
}
