import { classifications, codes, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../testApp.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { listedEstate } from './sizes.ts'

let grown: Grown

beforeAll(async () => {
  grown = await startGrown(listedEstate)
}, patience)
afterAll(() => grown.app.close())

/** Reads the assignments with terminals that something keeps from what they should have. */
async function look(user: TestUser) {
  const answer = await user.call(params.page, { query: { failed: '1', pageSize: 20 } })
  expect(answer.code).toBe(codes.success)
  return answer.data
}

const tables = [
  'param_assignment',
  'param_set',
  'param_set_tally',
  'param_failing',
  'param_desired',
]
const permissions = [params.page.permission, classifications.page.permission]
const inOrganization = async (code: string) => {
  const { rows } = await sql<{
    id: string
  }>`select id from organization where code = ${code}`.execute(grown.app.platform.db)
  return signedIn(grown.app, { orgId: rows[0]?.id ?? '', permissions })
}

describe('assignments of which a delivery failed', () => {
  it('are found by a leaf among what it sees, however many others there are', async () => {
    const { rows } = await sql<{ code: string }>`select own.code from organization own
        join param_assignment said on said.org_id = own.id join param_failing known on known.assignment_id = said.id
      where not exists (select from organization below where below.parent_id = own.id)
      group by 1 having count(distinct said.id) between 2 and 10 order by 1 limit 1`.execute(
      grown.app.platform.db,
    )
    const leaf = await inOrganization(rows[0]?.code ?? '')
    expect((await look(leaf)).list.length).toBeGreaterThan(1)
    requireNone(await grown.growthIn(() => look(leaf), { tables, by: 'answers' }))
  })

  it('are found by an operator among the few that fail, however many he sees', async () => {
    const { db } = grown.app.platform
    const operator = await inOrganization('place-1')
    await sql`delete from param_failing where assignment_id <> all(array(select own.id from param_assignment own
      join param_failing known on known.assignment_id = own.id join organization place on place.id = own.org_id
      where place.path <@ (select path from organization where code = 'place-1') order by own.id limit 3))`.execute(
      db,
    )
    await sql`update param_set_tally set devices = 0
      where param_fails(state) and set_id not in (select set_id from param_failing)`.execute(db)
    await grown.withoutLimits((client) =>
      client.query('vacuum (analyze) param_failing, param_set_tally, param_assignment'),
    )
    for (const user of [operator, grown.admin]) {
      expect((await look(user)).list).toHaveLength(3)
      requireNone(await grown.growthIn(() => look(user), { tables, by: 'answers' }))
    }
  })
})

it('labels are counted for an operator without reading the terminals that he sees', async () => {
  const operator = await inOrganization('place-1')
  const found: number[] = []
  const read = async () => {
    const { list } = await operator.get(classifications.page, { query: {} })
    found.push(...list.map(({ devices }) => devices))
  }
  requireNone(
    await grown.growthIn(read, { tables: ['device', 'device_classification', 'label_counted'] }),
  )
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from device_classification bound join device on device.id = bound.device_id
      join organization own on own.id = device.org_id
    where device.deleted_at is null
      and own.path <@ (select path from organization where code = 'place-1')`.execute(
    grown.app.platform.db,
  )
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(rows[0]?.count)
  expect(rows[0]?.count).toBeGreaterThan(110)
})
