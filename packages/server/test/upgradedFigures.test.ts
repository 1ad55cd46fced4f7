import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, shippedMigrations } from '../src/platform/migrate.ts'
import { createTestDatabase } from './testDatabase.ts'

/** An empty database that was brought up to date by a version before some migration. */
async function databaseBefore(name: string): Promise<{ client: Client; url: string }> {
  const { url, drop } = await createTestDatabase('template0')
  onTestFinished(drop)
  await migrate(
    url,
    shippedMigrations().filter((one) => one.name < name),
  )
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return { client, url }
}

const estate = `with vendor as (insert into vendor (name, code) values ('Acme', 'acme') returning id),
    category as (insert into category (name, code, os_kind) values ('Acme', 'acme', 'ANDROID') returning id)
  insert into model (name, code, vendor_id, category_id, os_type)
    select 'Acme', 'acme', vendor.id, category.id, 'ANDROID' from vendor, category`
const organization = `insert into organization (name, code, type, path, parent_id)
  select $1, $1, 'OPERATOR', '', (select id from organization where code = $2)`
const devices = `insert into device (sn, vendor_id, model_id, org_id, lifecycle, firmware)
  select $1 || nth, model.vendor_id, model.id, place.id, 'ACTIVE', '1.0'
  from model, generate_series(1, $3::integer) nth, organization place where place.code = $2`
const move = `update device set org_id = (select id from organization where code = $1) where sn = $2`

const figures = (
  counted: string,
) => `select place.code as place, measure, value, step, sum(count)::integer as count
  from stat_total join organization place on place.id = stat_total.place where ${counted}
  group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`

async function bank(client: Client): Promise<void> {
  await client.query(estate)
  for (const [code, above] of [
    ['root', null],
    ['bank', 'root'],
    ['shop', 'bank'],
  ])
    await client.query(organization, [code, above])
  await client.query(devices, ['SHOP', 'shop', 5])
  await client.query(devices, ['BANK', 'bank', 3])
  await client.query('select fold_estate_changes()')
}

it('keeps of what happened the sums of each subtree where figures take another shape', async () => {
  const { client, url } = await databaseBefore('0185a')
  await bank(client)
  // In an hour in which nothing else happens a terminal moves: above both places that is nothing.
  await client.query('delete from stat_total')
  await client.query(move, ['shop', 'BANK1'])
  await client.query('select fold_estate_changes()')
  const below = await client.query(figures('not is_own'))
  const own = await client.query(figures('is_own'))
  expect(own.rows).not.toEqual([])
  await migrate(url)
  expect((await client.query(figures('true'))).rows).toEqual(below.rows)
  expect((await client.query(figures('is_own'))).rows).toEqual(own.rows)
})

const use = `insert into device_app_use (at, device_id, package, launches, minutes, hours, told_at, org_id, vendor_id, model_id)
  select date_trunc('day', now(), 'UTC'), id, 'com.bank.pay', 3, 7, array_fill(0::smallint, array[23]) || 3::smallint, now(),
    org_id, vendor_id, model_id from device where sn = $1`

it('counts once what is folded and what is not yet where figures take another shape', async () => {
  const { client, url } = await databaseBefore('0185a')
  await bank(client)
  await client.query(use, ['SHOP1'])
  await client.query('select fold_estate_changes()')
  await client.query(use, ['BANK1'])
  await client.query(devices, ['LATE', 'shop', 2])
  await migrate(url)
  await client.query('select fold_estate_changes()')
  const uses =
    await client.query(`select code, sum(days)::integer as days, sum(active)::integer as active,
      sum(launches)::integer as launches, sum(minutes)::integer as minutes, sum(hours[24])::integer as late
    from app_use_total join organization on organization.id = place group by 1 order by 1`)
  expect(uses.rows).toEqual([
    { code: 'bank', days: 2, active: 2, launches: 6, minutes: 14, late: 6 },
    { code: 'root', days: 2, active: 2, launches: 6, minutes: 14, late: 6 },
    { code: 'shop', days: 1, active: 1, launches: 3, minutes: 7, late: 3 },
  ])
  const spread = `select code, value, sum(count)::integer as count
    from device_spread join organization on organization.id = org_id where kind = 'FIRMWARE' group by 1, 2 order by 1, 2`
  expect((await client.query(spread)).rows).toEqual([
    { code: 'bank', value: '1.0', count: 3 },
    { code: 'shop', value: '1.0', count: 7 },
  ])
})

it('finds groups and labels anew that go by what is older or newer', async () => {
  const { client, url } = await databaseBefore('0188a')
  await client.query(organization, ['root', null])
  const plain = { field: 'firmware', op: 'is', values: ['1.0'] }
  const older = {
    all: [{ field: 'sn', op: 'begins', values: ['A'] }, { not: { ...plain, op: 'older' } }],
  }
  const newer = { ...plain, op: 'newer' }
  for (const [name, filter, state] of [
    ['older', older, 'ACTIVE'],
    ['newer', newer, 'ACTIVE'],
    ['plain', plain, 'ACTIVE'],
    ['resting', newer, 'SUSPENDED'],
  ] as const)
    await client.query(
      `insert into device_group (name, org_id, type, filter, max_members, state)
        select $1, id, 'DYNAMIC', $2, 10, $3 from organization`,
      [name, JSON.stringify(filter), state],
    )
  for (const [code, rule] of Object.entries({ older, plain }))
    await client.query(
      `insert into classification (name, code, dimension, colour, rule) values ($1, $1, 'RING', '#000000', $2)`,
      [code, JSON.stringify(rule)],
    )
  await migrate(url)
  const groups = await client.query(
    `select name, state, filter_rev as rev from device_group order by name`,
  )
  expect(groups.rows).toEqual([
    { name: 'newer', state: 'PENDING', rev: 2 },
    { name: 'older', state: 'PENDING', rev: 2 },
    { name: 'plain', state: 'ACTIVE', rev: 1 },
    { name: 'resting', state: 'SUSPENDED', rev: 1 },
  ])
  const labels = await client.query(`select code from classification where is_pending`)
  expect(labels.rows).toEqual([{ code: 'older' }])
})

it('counts the steps of what terminals told as they were where they become one row', async () => {
  const { client, url } = await databaseBefore('0238a')
  await bank(client)
  const tell = (told: string, sns: string) =>
    client.query(`update device_order told set ${told} from device
      where device.id = told.id and device.sn ~ '${sns}'`)
  await tell(`battery = 30, network_type = 'LTE-M'`, 'SHOP')
  await client.query('select fold_estate_changes()')
  await tell('battery = 10, signal = 99', '1')
  await migrate(url)
  const told = await client.query(`select place.code, measure, sum(count)::integer as count
    from told_kept join organization place on place.id = told_kept.place group by 1, 2 order by 1, 2`)
  expect(told.rows).toEqual(
    [
      { code: 'bank', twenty: 4 },
      { code: 'root', twenty: 4 },
      { code: 'shop', twenty: 4 },
    ].flatMap(({ code, twenty }) => {
      const few = code === 'shop' ? 1 : 2
      return [
        { code, measure: 'BATTERY_0', count: few },
        { code, measure: 'BATTERY_20', count: twenty },
        { code, measure: 'SIGNAL_80', count: few },
      ]
    }),
  )
  const others = await client.query(`select measure, sum(count)::integer as count from estate_count
    where measure like 'NET%' or measure like 'BATTERY%' group by 1`)
  expect(others.rows).toEqual([{ measure: 'NET_LTE-M', count: 5 }])
})

it('counts labels and assignments that fail as they were before either was kept', async () => {
  const { client, url } = await databaseBefore('0214a')
  await bank(client)
  await client.query(`with label as (insert into classification (name, code, dimension, colour)
      values ('Own', 'OWN', 'USE', '#000000') returning id)
    insert into device_classification (classification_id, device_id, by_rule)
      select label.id, device.id, false from label, device where device.sn <> 'BANK1'`)
  await client.query(`update device set deleted_at = now() where sn = 'SHOP5'`)
  await client.query(`insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint)
    select gen_random_uuid(), gen_random_uuid(), array[gen_random_uuid(), nil_uuid()], '{}', nth::text::bytea
      from generate_series(1, 2) nth`)
  await client.query(`insert into param_set_tally (set_id, state, slot, devices) values
    (1, 'FAILED', 0, 2), (1, 'DRIFT', 7, -1), (2, 'HELD', 0, 3), (2, 'HELD', 7, -3), (2, 'PENDING', 0, 1)`)
  await migrate(url)
  const labels = await client.query(`select place.code, total.count::integer
    from estate_total total join organization place on place.id = total.place
    where measure = 'LABEL' order by 1`)
  expect(labels.rows).toEqual([
    { code: 'bank', count: 6 },
    { code: 'root', count: 6 },
    { code: 'shop', count: 4 },
  ])
  const failing = await client.query(
    `select set_id::integer as set, count(*)::integer as count from param_failing group by 1`,
  )
  expect(failing.rows).toEqual([{ set: 1, count: 2 }])
})

it.each([
  {
    log: 'device_session',
    before: '0229c',
    moment: 'connected_at',
    columns: 'device_id, id',
    more: 'uuid7()',
  },
  {
    log: 'device_location',
    before: '0236b',
    moment: 'at',
    columns: 'device_id, source, latitude, longitude',
    more: `'GPS', 33, 44`,
  },
])('brings rows of $log to their month that came before it was made', async (one) => {
  const { log, moment, columns, more } = one
  const { client, url } = await databaseBefore(one.before)
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
      where inhparent = $1::regclass and inhrelid::regclass::text ~ '[0-9]$'`,
    [log],
  )
  // It stood still since the oldest month of the log.
  for (const { name } of rows) await client.query(`drop table ${name}`)
  await client.query(`create table ${log}_2020_01 partition of ${log}
    for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')`)
  await client.query(`insert into ${log} (${columns}, ${moment})
    select uuid7(), ${more}, at from unnest(array[now(), '2020-01-05', '2019-12-05']) as at`)
  await migrate(url)
  const { rows: kept } = await client.query<{ place: string }>(
    `select tableoid::regclass::text as place from ${log} order by ${moment}`,
  )
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  expect(kept.map(({ place }) => place)).toEqual([
    `${log}_before`,
    `${log}_2020_01`,
    `${log}_${month}`,
  ])
  await client.query('select make_month_partitions($1, 2)', [log])
})
