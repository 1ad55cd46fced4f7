import { appLog, appUse, deviceLog, logins } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { until } from '../../../../test/until.ts'
import { deviceJobs } from '../device.worker.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  // Nobody thins the years since the oldest place, day by day.
  await query('update location_thinned set until = now()')
})
afterAll(() => app.close())

const query = async (text: string) =>
  (await app.platform.pool.query<Record<string, unknown>>(text)).rows

interface Log {
  readonly log: string
  readonly moment: string
  /** What a row cannot be without. */
  readonly columns: string
  readonly row: string
  readonly read: () => Promise<unknown>
  /** Who forgets it. */
  readonly by: string
}
const logs: readonly Log[] = [
  {
    log: 'device_event',
    moment: 'at',
    columns: 'code, happened_at',
    row: `'LOCKED', now()`,
    read: () => admin.get(deviceLog.page, { query: {} }),
    by: 'link.forgetEvents',
  },
  {
    log: 'device_app_event',
    moment: 'at',
    columns: 'package, kind',
    row: `'com.x', 'REMOVED'`,
    read: () => admin.get(appLog.page, { query: {} }),
    by: 'link.forgetEvents',
  },
  {
    log: 'device_app_use',
    moment: 'at',
    columns: 'package, launches, minutes, told_at, org_id, vendor_id, model_id',
    row: `'com.x', 1, 1, now(), uuid7(), uuid7(), uuid7()`,
    read: () => admin.get(appUse.page, { query: {} }),
    by: 'link.forgetEvents',
  },
  {
    log: 'device_session',
    moment: 'connected_at',
    columns: 'id',
    row: 'uuid7()',
    read: () => admin.get(logins.page, { query: {} }),
    by: 'link.forgetSessions',
  },
  {
    log: 'device_location',
    moment: 'at',
    columns: 'latitude, longitude, source',
    row: `33, 44, 'GPS'`,
    read: () => query('select from device_location'),
    by: 'link.forgetPlaces',
  },
]

/** A month that is long over. */
async function longOver(log: string): Promise<void> {
  // It lies within what was before the oldest month: that is parted first.
  await query(`alter table ${log} detach partition ${log}_before`)
  await query(
    `alter table ${log} attach partition ${log}_before for values from (minvalue) to ('2020-01-01 00:00+00')`,
  )
  await query(`create table ${log}_2020_01 partition of ${log}
    for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')`)
}

/** A row of a month that is long over, and one that is older than any month. */
async function old({ log, moment, columns, row }: Log): Promise<void> {
  await longOver(log)
  await query(`insert into ${log} (device_id, ${moment}, ${columns})
    values (uuid7(), '2020-01-05', ${row}), (uuid7(), '2019-12-05', ${row})`)
}

it.each(logs)('$log forgets whole months, and no list waits for it', async (one) => {
  const { log, moment, read, by } = one
  await old(one)
  const reader = await app.platform.pool.connect()
  await reader.query(`begin; select from ${log} where ${moment} < '2020-03-01'`)
  const forgotten = deviceJobs.find(({ name }) => name === by)?.work(app.platform)
  await until(async () => {
    const waiting = await query(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ '${log}'`)
    return waiting.length === 1
  }, 'the month waits for its reader')
  // What waits for the first reader keeps nobody else waiting, who reads or writes.
  await read()
  await query(`insert into ${log} (device_id, ${moment}, ${one.columns})
    values (uuid7(), date_trunc('day', now(), 'UTC'), ${one.row})`)
  await reader.query('commit')
  reader.release()
  await forgotten
  expect(await query(`select to_regclass('${log}_2020_01') as month`)).toEqual([{ month: null }])
  expect(await query(`select from ${log} where ${moment} < '2020-03-01'`)).toEqual([])
})

it.each(logs)(
  '$log takes what terminals tell after a stand-still, of days in between, too',
  async (one) => {
    const { log, moment, columns, row } = one
    await longOver(log)
    const months = await query(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = '${log}'::regclass and inhrelid::regclass::text ~ '_20(2[1-9]|[3-9][0-9])_'`)
    for (const { name } of months) await query(`drop table ${String(name)}`)
    const tell = () =>
      query(`insert into ${log} (device_id, ${moment}, ${columns})
        select uuid7(), date_trunc('day', day, 'UTC'), ${row}
        from unnest(array[now(), now() - interval '35 days']) as day`)
    await expect(tell()).rejects.toThrow('no partition')
    await deviceJobs.find(({ name }) => name === 'link.sessionPartitions')?.work(app.platform)
    await tell()
    const kept = await query(`select distinct tableoid from ${log} where ${moment} > '2021-01-01'`)
    expect(kept.length).toBeGreaterThan(1)
    await query(`drop table ${log}_2020_01`)
  },
)
