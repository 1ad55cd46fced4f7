import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { forgetAlarms } from './alarm.worker.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('alarms are forgotten in portions: one that fails keeps none before it', async () => {
  const { pool } = app.platform
  const estate = await addEstate(app)
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'OLD-', count: 3 })
  await pool.query(
    `insert into alarm (device_id, kind, severity, state, closed_at, org_id, vendor_id, model_id)
      select id, 'ROOT', 'LOW', 'CLOSED', now() - make_interval(days => 500 - (row_number() over (order by sn))::integer),
        org_id, vendor_id, model_id from device where id = any($1::uuid[])`,
    [ids],
  )
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if old.device_id = '${ids[2]}' then raise 'not this one'; end if; return old; end $$;
    create trigger alarm_refused before delete on alarm for each row execute function refuse()`)
  await expect(forgetAlarms(pool, 2)).rejects.toThrow('not this one')
  const left = async () =>
    (await pool.query<{ id: string }>(`select device_id as id from alarm`)).rows
  expect(await left()).toEqual([{ id: ids[2] }])
  await pool.query('drop trigger alarm_refused on alarm')
  await forgetAlarms(pool, 2)
  expect(await left()).toEqual([])
})
