import { alarms, applies, plans, repairs, users } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRecord } from './rights/ownedRecords.ts'
import type { Kind } from './rights/ownKinds.ts'
import { addOrganization, signedIn, startTestApp, type TestApp, type TestUser } from './testApp.ts'
import { addEstate } from './testEstate.ts'

let app: TestApp
let admin: TestUser
let clerk: TestUser
const places = { near: '', far: '' }

/** Lists that count their states, and what each record of an organisation is made to be in. */
const counted = {
  alarm: { calls: alarms, states: ['OPEN', 'ACK', 'CLOSED'] },
  repair: { calls: repairs, states: ['REPORTED', 'RECEIVED', 'CLOSED'] },
  apply: { calls: applies, states: ['SUBMITTED', 'PARTIAL', 'DONE'] },
  plan: { calls: plans, states: ['DRAFT', 'PAUSED', 'FINISHED'] },
  user: { calls: users, states: ['ACTIVE', 'DISABLED', 'EXPIRED', 'INVITED', 'LOCKED'] },
} as const satisfies Partial<Record<Kind, object>>
type Counted = keyof typeof counted
const names = Object.keys(counted) as Counted[]

/** What the first of these is counted as, where it is not its state. */
const countedAs: Partial<Record<Counted, string>> = { repair: 'NEW' }

/** What a record is that has such a state. */
const changes: Readonly<Record<Counted, (state: string) => string>> = {
  alarm: (state) =>
    `alarm set state = '${state}'${state === 'CLOSED' ? ', closed_at = now()' : ''}`,
  repair: (state) => `repair set state = '${state}'`,
  apply: (state) => `device_apply set state = '${state}'`,
  plan: (state) => `plan set state = '${state}'`,
  user: (state) => `app_user set ${accounts[state] ?? ''}`,
}
const accounts: Readonly<Record<string, string>> = {
  ACTIVE: `status = 1`,
  DISABLED: `status = 0`,
  EXPIRED: `valid_to = now() - interval '1 day'`,
  INVITED: `invited_at = now()`,
  LOCKED: `locked_until = now() + interval '1 day'`,
}

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  for (const code of ['near', 'far'] as const)
    places[code] = (
      await addOrganization(app.platform, { name: code, code, parentId: app.rootId })
    ).id
  admin = await signedIn(app, { isSuperAdmin: true })
  await signedIn(app, { userName: 'maker', orgId: app.rootId })
  const permissions = names.map((kind) => counted[kind].calls.page.permission)
  clerk = await signedIn(app, { orgId: places.near, permissions })
  for (const kind of names)
    for (const orgId of [places.near, places.far])
      for (const state of counted[kind].states) {
        const wanted = { kind, orgId, isBinned: false, isFirst: false }
        const id = await makeRecord({ app, estate }, wanted)
        await sql`update ${sql.raw(changes[kind](state))} where id = ${id}`.execute(app.platform.db)
      }
})
afterAll(() => app.close())

it.each(names)('counts of each state as many as the list shows: %s', async (kind) => {
  const { calls } = counted[kind]
  for (const user of [admin, clerk])
    for (const within of [{}, { [kind === 'user' ? 'within' : 'orgId']: places.near }]) {
      // Each list has its own filter; both calls take this one.
      const counts: Record<string, number> = await user.get(calls.countStates, {
        query: within,
      })
      const listed: Record<string, number> = {}
      for (const state of Object.keys(counts)) {
        const query = { ...within, state, pageSize: '1' } as never
        listed[state] = (await user.get(calls.page, { query })).total
      }
      expect(counts).toEqual(listed)
    }
  const seen = await clerk.get(calls.countStates, { query: {} })
  const all = await admin.get(calls.countStates, { query: {} })
  const [first] = counted[kind].states
  expect(seen).toMatchObject({ [countedAs[kind] ?? first]: kind === 'user' ? 2 : 1 })
  expect(all).not.toEqual(seen)
})

it('stops counting one beyond what a list counts', async () => {
  await sql`insert into device_apply (kind, org_id, from_org_id, to_org_id, quantity, reason, state, created_by)
    select 'TRANSFER', org_id, from_org_id, to_org_id, 0, 'many', 'SUBMITTED', created_by
    from (select * from device_apply where state = 'SUBMITTED' limit 1) as one, generate_series(1, 10100)`.execute(
    app.platform.db,
  )
  expect(await admin.get(applies.countStates, { query: {} })).toMatchObject({
    SUBMITTED: 10_001,
    PARTIAL: 2,
  })
})
