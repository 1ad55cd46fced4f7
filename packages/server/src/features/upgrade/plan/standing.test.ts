import { plans, type UpgradeResult, upgradeResults, upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let ownId: string
let planner: TestUser
let made = 0
let versionId: string

const permissions = ['PLAN_ADD', 'PLAN_DETAIL', 'PLAN_SUBMIT', 'PLAN_CONTROL', 'RESULT_LIST']

beforeAll(async () => {
  fleet = await startPlans()
  const { platform, rootId: parentId } = fleet.app
  ;({ id: ownId } = await addOrganization(platform, { name: 'Own', code: 'own', parentId }))
  planner = await signedIn(fleet.app, { orgId: ownId, permissions })
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  versionId = await fleet.addVersion(`${++made}.0`)
})

const run = (text: string, values: unknown[]) => fleet.app.platform.pool.query(text, values)

/** Terminals of the planner's organisation. */
async function addOwn(prefix: string, count: number): Promise<string[]> {
  const sns = await fleet.add(prefix, count)
  await run('update device set org_id = $2 where sn = any($1)', [sns, ownId])
  return sns
}

const setStatus = (id: string, status: '0' | '1') =>
  fleet.admin.get(upgradeVersions.setStatus, { params: { id, status } })

describe('a plan', () => {
  it('whose version was disabled ends, whether it has begun or not, and holds up no other', async () => {
    const halves = {
      waveKind: 'LADDER',
      waves: [50, 100].map((percent) => ({ ...easyWave, percent })),
    }
    const begun = await fleet.begin([versionId], await fleet.add(`B${made}D`, 4), halves)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const fresh = await fleet.begin([versionId], await fleet.add(`F${made}D`, 2))
    const other = await fleet.begin(
      [await fleet.addVersion(`${made}.1`)],
      await fleet.add(`O${made}D`, 2),
    )
    await setStatus(versionId, '0')
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    for (const { id } of [begun, fresh])
      expect(await fleet.find(id)).toMatchObject({
        state: 'STOPPED',
        reason: 'plan.failed.version',
      })
    expect(await fleet.find(other.id)).toMatchObject({ state: 'RUNNING' })
  })

  it('whose giver sees its version no more ends', async () => {
    const { id } = await fleet.begin(
      [versionId],
      await addOwn(`G${made}N`, 2),
      { orgId: ownId },
      planner,
    )
    const { platform, rootId: parentId } = fleet.app
    const { id: elsewhere } = await addOrganization(platform, {
      name: 'E',
      code: `e${made}`,
      parentId,
    })
    await run('update upgrade_version set org_id = $2 where id = $1', [versionId, elsewhere])
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'STOPPED', reason: 'plan.failed.version' })
  })

  it('that cannot be taken on holds up none of those behind it', async () => {
    const first = await fleet.begin([versionId], await fleet.add(`S${made}K`, 2))
    const other = await fleet.begin(
      [await fleet.addVersion(`${made}.1`)],
      await fleet.add(`T${made}K`, 2),
    )
    await run(`update plan set principal = '{"kind": "user", "userId": "no id"}' where id = $1`, [
      first.id,
    ])
    const broken: unknown[] = []
    for (let nth = 0; nth < 3; nth++)
      await fleet.tick().catch((error: unknown) => broken.push(error))
    expect(String(broken[0])).toContain('cannot go on')
    expect(await fleet.find(other.id)).toMatchObject({ state: 'RUNNING' })
    await run('delete from plan where id = $1', [first.id])
  })

  it('is for nobody whom its giver does not see, however its terminals are named', async () => {
    const [own, foreign] = [await addOwn(`M${made}Y`, 2), await fleet.add(`N${made}Y`, 3)]
    const { rows } = await sql<{ id: string }>`with made as (
        insert into device_group (name, type, org_id, max_members) values ('Both', 'STATIC', ${ownId}, 100) returning id),
      joined as (insert into device_group_member (group_id, device_id)
        select made.id, device.id from made, device where device.sn = any(${[...own, ...foreign]}::text[]))
      select id from made`.execute(fleet.app.platform.db)
    const targets = { groupId: rows[0]?.id ?? '' }
    const aim = { versionIds: [versionId], targets, excluded: [] }
    expect(await planner.get(plans.precheck, { body: aim })).toMatchObject({
      total: 2,
      eligible: 2,
    })
    await setStatus(versionId, '1')
    const { id } = await fleet.begin([versionId], [], { orgId: ownId, targets }, planner)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ size: 2 })
    const query = { planId: id, pageNum: 1, pageSize: 10 }
    const { list } = await fleet.admin.get(upgradeResults.page, { query })
    expect(list.map(({ sn }: UpgradeResult) => sn).toSorted()).toEqual(own)
  })
})
