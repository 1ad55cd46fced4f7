import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlans } from '../../../../test/planEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())

async function begin(versionIds: readonly string[], sns: readonly string[]): Promise<string> {
  const { id } = await fleet.begin(versionIds, sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  return id
}

it('writes nothing down for terminals that wait for another plan', async () => {
  const sns = await fleet.add('WAIT', 3)
  await begin([await fleet.addVersion('1.0')], sns)
  const both = [await fleet.addVersion('1.1'), await fleet.addVersion('1.1', 'BOOTLOGO')]
  const newer = await begin(both, sns)
  const claims = async () => {
    const { rows } = await sql<{
      row: string
    }>`select claim.device_id || claim.kind || claim.xmin::text as row
      from plan_claim claim order by 1`.execute(fleet.app.platform.db)
    return rows.map(({ row }) => row)
  }
  const before = await claims()
  await fleet.tick()
  await sql`update plan set late_at = null`.execute(fleet.app.platform.db)
  await fleet.tick()
  expect(await claims()).toEqual(before)
  expect(await fleet.items(newer)).toEqual([])
})

it('tries the first ones of many again at each step, and all of them once in a while', async () => {
  const sns = await fleet.add('MANY', 1002)
  const older = await begin([await fleet.addVersion('2.0')], sns)
  const newer = await begin([await fleet.addVersion('2.1')], sns)
  const { db } = fleet.app.platform
  const { rows } = await sql<{ sn: string }>`select device.sn from plan_target target
    join device on device.id = target.device_id where target.plan_id = ${newer} order by target.device_id`.execute(
    db,
  )
  const [first = '', last = ''] = [rows[0]?.sn, rows.at(-1)?.sn]
  const had = async () => new Set((await fleet.items(newer)).map(({ sn }) => sn))
  await fleet.end(older, 'SUCCESS', [first, last])
  await fleet.round()
  await fleet.round()
  expect(await had()).toEqual(new Set([first]))
  await sql`update plan set late_at = now() - interval '1 minute' where id = ${newer}`.execute(db)
  await fleet.round()
  await fleet.round()
  expect(await had()).toEqual(new Set([first, last]))
})
