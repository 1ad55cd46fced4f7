import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { putValues } from '../assignment/values.queries.ts'
import { followParams } from './follow.ts'
import { portionsOf } from './portions.ts'

/** Together more values than a statement takes parameters. */
const terminals = 950
const parameters = 70

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'VAL', count: terminals })
  const pids = Array.from({ length: parameters }, (_, n) => `p${n}`)
  const { appId, revId } = await addParamTemplate(app, { pids })
  const { db } = app.platform
  await sql`insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, state, revision, active_template_rev_id)
    select sn, 'DEVICE', org_id, id, ${appId}, ${revId}, 'ACTIVE', 1, ${revId} from device`.execute(
    db,
  )
  await sql`insert into param_value (owner_id, pid, value, from_rev)
    select own.id, pid, own.name, next_param_rev.rev
    from (select next_param_rev('IMPORTED', null, null, null, null, null) as rev) next_param_rev,
      param_assignment own, unnest(${pids}::text[]) pid`.execute(db)
  await sql`analyze`.execute(db)
  await sql`insert into param_due (device_id) select id from device`.execute(db)
})
afterAll(() => app.close())

const count = async (of: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${of}`.execute(app.platform.db))
    .rows[0]?.n

it('many terminals with values of their own are followed, and another sheet changes them all', async () => {
  await followParams(app.platform)
  expect(await count(sql`param_desired where until is null`)).toBe(terminals)
  const { db, secrets } = app.platform
  const { rows } = await sql<{ id: string }>`select id from param_assignment`.execute(db)
  const said = { values: { p0: 'other' }, secrets: {} }
  const cause = { because: 'IMPORTED', userId: null, note: null } as const
  await db.transaction().execute((trx) =>
    putValues(
      { db: trx, secrets },
      rows.map(({ id }) => ({ assignmentId: id, said })),
      cause,
    ),
  )
  expect(await count(sql`param_value where to_rev is not null`)).toBe(terminals * parameters)
  expect(await count(sql`param_value where to_rev is null`)).toBe(terminals)
})

it('texts come in portions that memory holds, and one that is too long by itself alone', () => {
  const megabyte = 1024 * 1024
  const sizes = [9, 3, 3, 3, 1, 20, 1].map((size) => size * megabyte)
  const portions = portionsOf(sizes, (size) => size)
  expect(portions.map((one) => one.map((size) => size / megabyte))).toEqual([
    [9],
    [3, 3],
    [3, 1],
    [20],
    [1],
  ])
  const short = portionsOf(Array.from({ length: 2500 }), () => 1)
  expect(short.map((one) => one.length)).toEqual([1000, 1000, 500])
})
