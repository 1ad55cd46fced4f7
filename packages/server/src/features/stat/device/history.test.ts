import { deviceStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { countMinute, foldHours } from '../workbench/count.worker.ts'

let app: TestApp
let admin: TestUser
let places: string[]
let models: Estate[]

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const bank = await add('bank', app.rootId)
  const shop = await add('shop', bank)
  places = [app.rootId, bank, shop, await add('till', shop), await add('other', app.rootId)]
  models = [await addEstate(app), await addEstate(app, 'Other')]
})
afterAll(() => app.close())

/** The same numbers for the same seed, so that a failure can be had again. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Fact {
  readonly hour: number
  /** Where it happened, with all that was above it then. */
  readonly below: readonly string[]
  readonly modelId: string
  readonly measure: 'alarms' | 'activated' | 'failures' | 'left'
}

const hourMs = 3_600_000
const above = async (orgId: string): Promise<string[]> => {
  const { rows } = await run(
    `select above.id from organization own join organization above on above.path @> own.path where own.id = $1`,
    [orgId],
  )
  return rows.map(({ id }) => String(id))
}

interface Terminal {
  readonly id: string
  readonly modelId: string
  orgId: string
  isActive: boolean
}

/** It comes again: the same alarm. */
async function raise(id: string, at: Date): Promise<void> {
  await run(
    `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id, first_at, state, closed_at)
      select id, 'TAMPER', 'HIGH', org_id, vendor_id, model_id, $2, 'CLOSED', now() from device where id = $1`,
    [id, at],
  )
  await run(`update alarm set count = count + 1, last_at = now() where device_id = $1`, [id])
}

const breakDown = (id: string, at: Date) =>
  run(
    `insert into repair (device_id, description, fault, severity, created_at, state, closed_at)
      values ($1, 'broken', 'POWER', 'MEDIUM', $2, 'CLOSED', now())`,
    [id, at],
  )

/** The shop and its till go below another organisation, with all their terminals. */
async function moveShop(isBack: boolean): Promise<void> {
  const [, bank, shop, , other] = places
  await run(`update organization set parent_id = $1 where id = $2`, [isBack ? bank : other, shop])
}

/** Does something of what becomes of terminals, and says what it was. */
async function happen(
  terminals: Terminal[],
  { pick, nth }: { readonly pick: (below: number) => number; readonly nth: number },
): Promise<Fact[]> {
  const terminal = terminals[pick(terminals.length)]
  if (!terminal) return []
  // Told late and out of order: up to three days after it happened.
  const at = new Date(Date.now() - pick(72) * hourMs)
  const fact = (measure: Fact['measure'], moment: Date, below: readonly string[]): Fact[] => [
    { hour: Math.floor(moment.getTime() / hourMs), below, modelId: terminal.modelId, measure },
  ]
  const below = await above(terminal.orgId)
  switch (pick(7)) {
    case 0:
    case 1:
      await raise(terminal.id, at)
      return fact('alarms', at, below)
    case 2:
      if (terminal.isActive) return []
      terminal.isActive = true
      await run(`update device set activated_at = $2 where id = $1`, [terminal.id, at])
      return fact('activated', at, below)
    case 3:
      await breakDown(terminal.id, at)
      return fact('failures', at, below)
    case 4: {
      terminal.orgId = places[pick(places.length)] ?? terminal.orgId
      await run(`update device set org_id = $2 where id = $1`, [terminal.id, terminal.orgId])
      return []
    }
    case 5:
      if (!terminal.isActive) return []
      terminals.splice(terminals.indexOf(terminal), 1)
      await run(`update device set deleted_at = now() where id = $1`, [terminal.id])
      return fact('left', new Date(), below)
    default:
      if (nth % 10 === 0) await moveShop(pick(2) === 0)
      if (pick(2) === 0) await countMinute(app.platform)
      return []
  }
}

it.each([1, 7, 42])('figures are what a recount of a random history says (%i)', async (seed) => {
  const pick = random(seed)
  const terminals: Terminal[] = []
  for (const orgId of places)
    for (const estate of models) {
      const ids = await addDevices(app, estate, {
        orgId,
        prefix: `S${seed}X${places.indexOf(orgId)}${models.indexOf(estate)}`,
        count: 4,
      })
      terminals.push(...ids.map((id) => ({ id, modelId: estate.modelId, orgId, isActive: false })))
    }
  const facts: Fact[] = []
  for (let nth = 0; nth < 150; nth++) facts.push(...(await happen(terminals, { pick, nth })))
  await countMinute(app.platform)
  history.push(...facts)
  const day = (back: number) => new Date(Date.now() - back * 24 * hourMs).toISOString().slice(0, 10)
  for (const orgId of places)
    for (const modelId of [undefined, models[0]?.modelId]) {
      const query = { orgId, ...(modelId && { modelId }), from: day(3), to: day(0) }
      const { points } = await admin.get(deviceStat.trend, { query: { ...query, grain: 'HOUR' } })
      for (const { at, activated, failures, alarms, left } of points) {
        const hour = Date.parse(at) / hourMs
        const of = (measure: Fact['measure']) =>
          history.filter(
            (fact) =>
              fact.hour === hour &&
              fact.measure === measure &&
              fact.below.includes(orgId) &&
              (modelId === undefined || fact.modelId === modelId),
          ).length
        const told = { activated, failures, alarms: alarms.HIGH, left: left.REMOVED }
        expect({ at, orgId, ...told }).toEqual({
          at,
          orgId,
          activated: of('activated'),
          failures: of('failures'),
          alarms: of('alarms'),
          left: of('left'),
        })
      }
      const days = await admin.get(deviceStat.trend, { query: { ...query, grain: 'DAY' } })
      const sum = (list: readonly { activated: number }[]) =>
        list.reduce((all, { activated }) => all + activated, 0)
      expect(sum(days.points)).toBe(sum(points))
      // How many are in service now is how many there are.
      const { rows } = await run(
        `select count(*)::integer as count from device join organization own on own.id = device.org_id
            join organization top on top.path @> own.path
          where top.id = $1 and device.deleted_at is null and ($2::uuid is null or device.model_id = $2)`,
        [orgId, modelId ?? null],
      )
      expect([{ count: points.at(-1)?.terminals }]).toEqual(rows)
    }
})

/** All that has happened so far. */
const history: Fact[] = []

it('counts each day of its usual span whole, the first as well', async () => {
  const [id = ''] = await addDevices(app, models[1] ?? (await addEstate(app, 'Third')), {
    orgId: places[4] ?? '',
    prefix: 'FIRST',
    count: 1,
  })
  const first = new Date(new Date().setUTCHours(0, 0, 0, 0) - 29 * 24 * hourMs)
  for (const minutes of [-1, 1, 23 * 60 + 59])
    await run(
      `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id, first_at, state, closed_at)
        select id, 'ROOT', 'CRITICAL', org_id, vendor_id, model_id, $2, 'CLOSED', now() from device where id = $1`,
      [id, new Date(first.getTime() + minutes * 60_000)],
    )
  await countMinute(app.platform)
  const { points } = await admin.get(deviceStat.trend, { query: { grain: 'DAY' } })
  expect(points[0]).toMatchObject({ at: first.toISOString(), hours: 24, alarms: { CRITICAL: 2 } })
  const { kinds } = await admin.get(deviceStat.alarm, { query: {} })
  expect(kinds.find(({ kind }) => kind === 'ROOT')?.count).toBe(2)
})

it('keeps hours for a month and days for a year, and forgets what is older', async () => {
  const before = (interval: string) => `date_trunc('day', now(), 'UTC') - interval '${interval}'`
  for (const [step, age] of [
    ['HOUR', '40 days'],
    ['DAY', '40 days'],
    ['DAY', '500 days'],
  ])
    await run(
      `insert into stat_total (place, is_own, measure, step, at, model_id, value, count)
        values ($1, false, 'ALARM', $2, ${before(age ?? '')}, $3, 'LOW', 1)`,
      [app.rootId, step, models[0]?.modelId],
    )
  await foldHours(app.platform)
  const old = `select step, count from stat_total where at < ${before('39 days')}`
  expect((await run(old)).rows).toEqual([{ step: 'DAY', count: 1 }])
  // What is told as late as that has no hours in the first place.
  await run(
    `insert into stat_change (at, org_id, model_id, measure, value, delta) values (${before('40 days')}, $1, $2, 'ALARM', 'LOW', 2)`,
    [app.rootId, models[0]?.modelId],
  )
  await run('select fold_estate_changes()')
  expect((await run(`${old} order by count`)).rows).toEqual([
    { step: 'DAY', count: 1 },
    { step: 'DAY', count: 2 },
  ])
})

it.each([
  ['a span that ends before it starts', { from: '2026-02-01', to: '2026-01-01' }],
  ['half a span', { from: '2026-01-01' }],
])('refuses %s', async (_, query) => {
  expect((await admin.call(deviceStat.trend, { query })).code).not.toBe(0)
  expect((await admin.call(deviceStat.alarm, { query })).code).not.toBe(0)
})
