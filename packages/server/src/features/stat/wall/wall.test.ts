import { countCap, plans, wallStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addDevices } from '../../../../test/testEstate.ts'
import { foldTotals } from '../../organization/index.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let mineId: string
let theirsId: string
let reader: TestUser

const run = (text: string, values: unknown[] = []) =>
  fleet.app.platform.pool.query<{ id: string }>(text, values)

/** An organisation with terminals, an alarm, a plan that goes on and a push of its own. */
async function addPlace(code: string, count: number): Promise<string> {
  const { app, estate } = fleet
  const { platform, rootId: parentId } = app
  const { id: orgId } = await addOrganization(platform, { name: code, code, parentId })
  await addDevices(app, estate, { orgId, prefix: code, count })
  await run(
    `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select id, 'TAMPER', 'HIGH', org_id, vendor_id, model_id from device where org_id = $1 limit 1`,
    [orgId],
  )
  const versionId = await fleet.addVersion(`${code}.1`)
  const { id } = await fleet.admin.get(plans.add, {
    body: fleet.bodyOf([versionId], [], { orgId, targets: { orgId }, waves: [easyWave] }),
  })
  await run(`update plan set state = 'RUNNING', started_at = now(), name = $2 where id = $1`, [
    id,
    code,
  ])
  await run(
    `insert into push (task_no, kind, title, args, org_id, state, targets, size, expires_at)
      values ($2, 'REBOOT', $2, '{}', $1, 'RUNNING', '{}', 2, now() + interval '1 day')`,
    [orgId, `push ${code}`],
  )
  return orgId
}

beforeAll(async () => {
  fleet = await startPlans()
  mineId = await addPlace('MINE', 3)
  theirsId = await addPlace('THEIRS', 4)
  reader = await signedIn(fleet.app, { orgId: mineId, permissions: ['WALL'] })
  await foldTotals(fleet.app.platform)
})
afterAll(() => fleet.app.close())

it('shows its reader what is his, and nothing of others', async () => {
  const { total, alarms, running } = await reader.get(wallStat.look, { query: {} })
  expect(total).toBe(3)
  expect(alarms.open).toMatchObject({ HIGH: 1 })
  expect(alarms.latest.map(({ orgName }) => orgName)).toEqual(['MINE'])
  expect(running.map(({ name }) => name).toSorted()).toEqual(['MINE', 'push MINE'])
})

it('shows one organisation of those that its reader sees, and none for one that he does not', async () => {
  const one = await fleet.admin.get(wallStat.look, { query: { orgId: theirsId } })
  expect(one).toMatchObject({ total: 4, alarms: { open: { HIGH: 1 } } })
  expect(one.running.map(({ name }) => name).toSorted()).toEqual(['THEIRS', 'push THEIRS'])
  const foreign = await reader.get(wallStat.look, { query: { orgId: theirsId } })
  expect(foreign).toMatchObject({ total: 0, online: 0, running: [], worst: [] })
  expect(foreign.alarms.latest).toEqual([])
})

it('counts of what goes on only the terminals that its reader sees', async () => {
  // Who gave it saw everybody: it lies where he is at home, and not all its terminals do.
  const { rows } = await run(
    `insert into push (task_no, kind, title, args, org_id, state, targets, size, principal, expires_at)
      values ('MIXED', 'REBOOT', 'MIXED', '{}', $1, 'RUNNING', '{}', 7, $2, now() + interval '1 day') returning id`,
    [mineId, JSON.stringify({ orgId: mineId, scope: { all: true, rules: [] } })],
  )
  await run(
    `insert into push_item (push_id, device_id, cmd, args, state, expires_at, ended_at)
      select $1, id, 'REBOOT', '{}', 'SUCCESS', now() + interval '1 day', now() from device`,
    [rows[0]?.id],
  )
  await run(`update plan set principal = $2 where org_id = $1`, [
    mineId,
    JSON.stringify({ orgId: mineId, scope: { all: true, rules: [] } }),
  ])
  await run(
    `insert into plan_wave (plan_id, wave, size, success_percent, error_percent, soak_minutes)
      select id, 1, 40, 90, 10, 0 from plan where org_id = $1`,
    [mineId],
  )
  const looked = (user: TestUser) => user.get(wallStat.look, { query: { orgId: mineId } })
  const shownTo = async (user: TestUser, name: string) =>
    (await looked(user)).running.find((one) => one.name === name)
  expect(await shownTo(reader, 'MIXED')).toMatchObject({ size: 3, done: 3 })
  expect(await shownTo(fleet.admin, 'MIXED')).toMatchObject({ size: 7, done: 7 })
  expect(await shownTo(fleet.admin, 'MINE')).toMatchObject({ size: 40 })
  expect(await shownTo(reader, 'MINE')).toMatchObject({ size: 0 })
})

it('counts terminals of what goes on no further than lists, and says that there are more', async () => {
  const { app, estate } = fleet
  const count = countCap + 2
  const ids = await addDevices(app, estate, { orgId: mineId, prefix: 'MANY', count })
  await run(
    `insert into push_item (push_id, device_id, cmd, args, state, expires_at, ended_at)
      select push.id, one.id, 'REBOOT', '{}', 'SUCCESS', now() + interval '1 day', now()
      from push cross join unnest($1::uuid[]) as one (id) where push.task_no = 'MIXED'`,
    [ids],
  )
  await run(
    `insert into plan_target (plan_id, device_id, wave, outcome)
      select plan.id, one.id, 1, 'CONFIRMED' from plan cross join unnest($2::uuid[]) as one (id)
      where plan.org_id = $1`,
    [mineId, ids],
  )
  const { running } = await reader.get(wallStat.look, { query: {} })
  for (const name of ['MIXED', 'MINE'])
    expect(running.find((one) => one.name === name)).toMatchObject({
      size: countCap + 1,
      done: countCap + 1,
      capped: true,
    })
  const all = await fleet.admin.get(wallStat.look, { query: { orgId: mineId } })
  expect(all.running.map(({ capped }) => capped)).not.toContain(true)
})
