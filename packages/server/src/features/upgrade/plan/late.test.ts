import { plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { signedIn } from '../../../../test/testApp.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { proveInstalled } from './prove.queries.ts'

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

/** Nothing is asked of a terminal but that it is well. */
const wellOnly = { healthMinutes: 30, needsHealth: false, payments: null }

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

it('counts a terminal once that answers again while it is being judged', async () => {
  const { pool, db } = fleet.app.platform
  const [sn = ''] = await fleet.add('TWICE', 2)
  const id = await begin([await fleet.addVersion('2.5')], ['TWICE00000', 'TWICE00001'])
  await fleet.end(id, 'SUCCESS', [sn])
  await fleet.come(id)
  // The worker has judged it and has not ended its transaction; what an inventory proves comes between.
  const answered = await db.transaction().execute(async (trx) => {
    await proveInstalled(trx, { id, options: wellOnly, provedTo: null })
    const answer = pool.query(
      `update push_item set proved_at = now() where state = 'SUCCESS'
        and device_id = (select id from device where sn = $1)`,
      [sn],
    )
    await untilLockWaits(db)
    return { answer }
  })
  await answered.answer
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', succeeded: 1, size: 2 })
  // Nor is it shown as one that has yet to prove itself.
  const { rows } = await sql`select from plan_check where plan_id = ${id}`.execute(db)
  expect(rows).toEqual([])
})

it('passes by who was released and is not written down yet', async () => {
  const sns = await fleet.add('UNTOLD', 3)
  const { id } = await fleet.begin([await fleet.addVersion('2.6')], sns)
  const isReleased = async () => (await fleet.find(id)).wave > 0
  while (!(await isReleased())) await fleet.tick()
  expect(await fleet.items(id)).toEqual([])
  const body = { sns: sns.slice(0, 1) }
  expect(await fleet.admin.get(plans.exclude, { params: { id }, body })).toEqual({ count: 1 })
  for (let nth = 0; nth < 2; nth++) await fleet.round()
  expect((await fleet.items(id)).map(({ sn }) => sn)).toEqual(sns.slice(1))
  expect(await fleet.find(id)).toMatchObject({ size: 3, leftOut: 1 })
})

describe('rings of groups', () => {
  /** A group of these terminals. */
  async function groupOf(name: string, sns: readonly string[]): Promise<string> {
    const { rows } = await sql<{ id: string }>`with made as (
        insert into device_group (name, type, org_id, max_members) values (${name}, 'STATIC', ${fleet.app.rootId}, 100) returning id),
      joined as (insert into device_group_member (group_id, device_id)
        select made.id, device.id from made, device where device.sn = any(${[...sns]}::text[]))
      select id from made`.execute(fleet.app.platform.db)
    return rows[0]?.id ?? ''
  }

  const byWave = async (id: string) =>
    (await fleet.items(id))
      .map(({ sn, wave }) => `${wave} ${sn}`)
      .toSorted((a, b) => (a < b ? -1 : 1))

  it('are waves: each terminal comes with the first ring that it is in, all others with the last', async () => {
    const sns = await fleet.add('RING', 5)
    const [one = '', two = '', three = '', ...others] = sns
    const waves = [
      { ...easyWave, groupId: await groupOf('First', [one]) },
      { ...easyWave, groupId: await groupOf('Second', [one, two, three]) },
      { ...easyWave, groupId: null },
    ]
    const { id } = await fleet.begin([await fleet.addVersion('3.0')], sns, {
      waveKind: 'RINGS',
      waves,
    })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await byWave(id)).toEqual([`1 ${one}`])
    for (let nth = 0; nth < 3; nth++) {
      await fleet.end(id, 'SUCCESS')
      await fleet.come(id)
      await fleet.round()
      await fleet.round()
    }
    const expected = [`1 ${one}`, `2 ${two}`, `2 ${three}`, ...others.map((sn) => `3 ${sn}`)]
    expect(await byWave(id)).toEqual(expected.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 5 })
  })

  it('leave those out who are in none of them', async () => {
    const [one = '', other = ''] = await fleet.add('NONE', 2)
    const waves = [{ ...easyWave, groupId: await groupOf('Only', [one]) }]
    const { id } = await fleet.begin([await fleet.addVersion('3.1')], [one, other], {
      waveKind: 'RINGS',
      waves,
    })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ size: 1 })
    expect(await byWave(id)).toEqual([`1 ${one}`])
  })

  it('take in nobody who joins as they end', async () => {
    const { db } = fleet.app.platform
    const [one = '', other = ''] = await fleet.add('RINGJA', 2)
    const waves = [
      { ...easyWave, groupId: await groupOf('Joined', [one]) },
      { ...easyWave, groupId: null },
    ]
    const more = { ...growing('RINGJ'), waveKind: 'RINGS', waves }
    const { id } = await fleet.begin([await fleet.addVersion('3.2')], [], more)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await byWave(id)).toEqual([`1 ${one}`])
    const [late = ''] = await fleet.add('RINGJB', 1)
    await sql`insert into device_group_member (group_id, device_id)
      select device_group.id, device.id from device_group, device
      where device_group.name = 'Joined' and sn = ${late}`.execute(db)
    await sql`update plan set grown_at = now() - interval '1 minute' where id = ${id}`.execute(db)
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await byWave(id)).toEqual([`1 ${one}`, `2 ${other}`, `2 ${late}`])
  })
})

/** A plan that whoever has such a serial number may join. */
const growing = (prefix: string) => ({
  targets: { filter: { field: 'sn', op: 'begins', values: [prefix] } },
  membership: 'DYNAMIC',
  endAt: new Date(Date.now() + 3_600_000).toISOString(),
})

it('takes in those who come to match while it runs, and has finished with its time', async () => {
  const { db } = fleet.app.platform
  await fleet.add('GROWA', 2)
  const { id } = await fleet.begin([await fleet.addVersion('4.0')], [], growing('GROW'))
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ size: 2 })
  await fleet.end(id, 'SUCCESS')
  await fleet.come(id)
  for (let nth = 0; nth < 2; nth++) await fleet.round()
  const { waits } = await fleet.progress(id)
  expect(waits).toMatchObject([{ for: 'JOIN' }])
  await fleet.add('GROWB', 3)
  await fleet.round()
  // Whom it finds is asked once a minute.
  expect(await fleet.find(id)).toMatchObject({ size: 2, succeeded: 2, state: 'RUNNING' })
  await sql`update plan set grown_at = now() - interval '1 minute' where id = ${id}`.execute(db)
  for (let nth = 0; nth < 2; nth++) await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ size: 5, waiting: 3 })
  await fleet.end(id, 'SUCCESS')
  await fleet.come(id)
  await fleet.round()
  await sql`update plan set end_at = now() where id = ${id}`.execute(db)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 5, leftOut: 0 })
  const { waves } = await fleet.progress(id)
  expect(waves).toMatchObject([{ state: 'PASSED' }])
})

it('says of those to whom it did not come that it ended before, and that it has not finished', async () => {
  const { db } = fleet.app.platform
  const [busy = ''] = await fleet.add('TURN', 2)
  await begin([await fleet.addVersion('5.0')], [busy])
  const { id } = await fleet.begin([await fleet.addVersion('5.1')], [], growing('TURN'))
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await fleet.come(id)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', succeeded: 1, waiting: 1 })
  await sql`update plan set end_at = now() where id = ${id}`.execute(db)
  await fleet.round()
  const over = { state: 'EXPIRED', succeeded: 1, waiting: 0, leftOut: 1 }
  expect(await fleet.find(id)).toMatchObject(over)
  const listed = async (figure: 'waiting' | 'leftOut') => {
    const asked = { params: { id }, query: { figure } }
    const { list } = await fleet.admin.get(plans.terminals, asked)
    return list.map(({ sn, outcome, waitsFor }) => ({ sn, outcome, waitsFor }))
  }
  expect(await listed('leftOut')).toEqual([{ sn: busy, outcome: 'UNREACHED', waitsFor: null }])
  expect(await listed('waiting')).toEqual([])
  expect((await fleet.progress(id)).behindOthers).toBe(0)
  // Whoever sees but some of them counts them one by one.
  const few = await signedIn(fleet.app, {
    permissions: ['PLAN_DETAIL'],
    dataScope: 'ALL',
    modelIds: [fleet.estate.modelId],
  })
  const seen = await few.get(plans.detail, { params: { id } })
  expect(seen).toMatchObject({ ...over, seesAll: false })
})
