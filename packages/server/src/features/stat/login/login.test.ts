import { randomUUID } from 'node:crypto'
import { connectionsList, logins } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lengthOf } from '../../../../test/lengthOf.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import {
  enterOnline,
  leaveOnline,
  notePassed,
  type OpenedRow,
} from '../../device/presence/presence.queries.ts'
import { loginJobs } from './login.worker.ts'

let app: TestApp
let pool: TestApp['platform']['pool']
let estate: Estate
let admin: TestUser
/** Who sees the organisation A only. */
let operator: TestUser
let orgs: { readonly a: string; readonly b: string }
let mine: readonly string[]
let theirs: readonly string[]

beforeAll(async () => {
  app = await startTestApp()
  pool = app.platform.pool
  estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  const [a, b] = [await place('login-a'), await place('login-b')]
  orgs = { a: a.id, b: b.id }
  mine = await addDevices(app, estate, { orgId: a.id, prefix: 'MINE', count: 4 })
  theirs = await addDevices(app, estate, { orgId: b.id, prefix: 'THEIR', count: 4 })
  admin = await signedIn(app, { isSuperAdmin: true })
  const permissions = ['STATISTICS_DEVICE_LOGIN', 'STATISTICS_DEVICE_LOGIN_BAN']
  operator = await signedIn(app, { orgId: a.id, permissions })
})
afterAll(() => app.close())

const hourMs = 3_600_000
const opened = (deviceId: string, at: number, values: Partial<OpenedRow> = {}): OpenedRow => ({
  deviceId,
  at,
  sessionId: randomUUID(),
  ip: '192.0.2.7',
  protocol: 'MQTTS',
  node: 'host:1',
  ...values,
})
const closed = ({ deviceId, sessionId, at }: OpenedRow, reason = 'disconnect') => ({
  deviceId,
  sessionId,
  at: at + 60_000,
  reason,
})

const fold = () => pool.query('select fold_login_changes()')

/** A terminal was there for a minute. */
async function visit(deviceId: string, at: number, reason?: string): Promise<void> {
  const row = opened(deviceId, at)
  await enterOnline(pool, [row], null)
  await leaveOnline(pool, [closed(row, reason)])
}

describe('the connections of terminals', () => {
  it('say who came how, from where and for how long', async () => {
    const at = Date.now() - 2 * hourMs
    await visit(mine[0] ?? '', at, 'keepAlive')
    const { list } = await operator.get(logins.page, { query: { sn: 'MINE00000' } })
    expect(list).toMatchObject([
      {
        sn: 'MINE00000',
        clientId: 'd:MINE00000',
        orgName: 'login-a',
        reason: 'keepAlive',
        seconds: 60,
        ip: '192.0.2.7',
        protocol: 'MQTTS',
        node: 'host:1',
      },
    ])
  })

  it('belong to the organisation that the terminal was in, and stay there', async () => {
    const [, moved = ''] = mine
    await visit(moved, Date.now() - 3 * hourMs)
    await pool.query('update device set org_id = $1 where id = $2', [orgs.b, moved])
    await visit(moved, Date.now() - 2 * hourMs)
    const query = { deviceId: moved }
    expect((await admin.get(logins.page, { query })).list.map(({ orgName }) => orgName)).toEqual([
      'login-b',
      'login-a',
    ])
    expect((await operator.get(logins.page, { query })).list).toMatchObject([
      { orgName: 'login-a' },
    ])
    await pool.query('update device set org_id = $1 where id = $2', [orgs.a, moved])
  })

  it('end when others take their place that came at the same moment', async () => {
    const id = mine[2] ?? ''
    const first = opened(id, Date.now() - 10_000)
    const second = opened(id, Date.now() - 9000, { ip: '192.0.2.8' })
    const earlier = await pool.connect()
    await earlier.query('begin')
    await enterOnline(earlier, [first], null)
    const entering = enterOnline(pool, [second], null)
    await untilLockWaits(app.platform.db)
    await earlier.query('commit')
    earlier.release()
    expect(await entering).toMatchObject([{ id, ip: '192.0.2.8', isContested: true }])
    const { list } = await operator.get(logins.page, { query: { deviceId: id } })
    expect(list.map(({ ip, reason, seconds }) => ({ ip, reason, seconds }))).toMatchObject([
      { ip: '192.0.2.8', reason: null },
      { ip: '192.0.2.7', reason: 'takeover', seconds: 1 },
    ])
    await leaveOnline(pool, [closed(second)])
  })

  it('are filtered by each of their values', async () => {
    const [id = ''] = theirs
    const row = opened(id, Date.now() - hourMs, { ip: '198.51.100.9', protocol: 'WS' })
    await enterOnline(pool, [row], null)
    const found = async (query: Record<string, string>) =>
      (await admin.get(logins.page, { query })).list.map(({ sn }) => sn)
    expect(await found({ ip: '198.51.100.9' })).toEqual(['THEIR00000'])
    expect(await found({ protocol: 'WS' })).toEqual(['THEIR00000'])
    expect(await found({ reason: 'OPEN' })).toEqual(['THEIR00000'])
    expect(await found({ orgId: orgs.b, keyword: 'their00000' })).toEqual(['THEIR00000'])
    await leaveOnline(pool, [closed(row)])
    expect(await found({ reason: 'OPEN' })).toEqual([])
  })
})

describe('figures of connections', () => {
  /** A number from 0 to `most`, the same in each run. */
  const dice = (seed: number) => {
    let state = seed
    return (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % (most + 1)
    }
  }

  it('equal a recount of the list on a random history, late and repeated news included', async () => {
    const next = dice(7)
    const everybody = [...mine, ...theirs]
    const reasons = ['disconnect', 'network', 'keepAlive', 'kicked']
    for (let turn = 0; turn < 120; turn++) {
      const id = everybody[next(everybody.length - 1)] ?? ''
      const row = opened(id, Date.now() - next(72) * hourMs - next(3_000_000))
      const end = closed(row, reasons[next(3)])
      const sort = next(4)
      if (sort === 0) {
        const passed = { ...row, ...end, openedAt: row.at }
        await notePassed(pool, [passed])
        await notePassed(pool, [passed])
      } else {
        await enterOnline(pool, [row], null)
        if (sort > 1) await leaveOnline(pool, [end, end])
      }
      if (sort === 4)
        await pool.query('update device set org_id = $1 where id = $2', [
          next(1) === 0 ? orgs.a : orgs.b,
          id,
        ])
      if (turn % 20 === 0) await fold()
    }
    for (const user of [admin, operator])
      for (const filter of [{}, { orgId: orgs.a }, { modelId: estate.modelId }]) {
        const trend = await user.get(logins.trend, { query: filter })
        const listed = async (span: { from: string; to: string }, reason?: string) => {
          const list = connectionsList(span, { ...filter, ...(reason && { reason }) })
          return list && lengthOf(user, list)
        }
        expect(trend.connects).toBe(await listed(trend))
        expect(trend.open).toBe(await listed(trend, 'OPEN'))
        for (const { reason, count } of trend.ends) expect(count).toBe(await listed(trend, reason))
        const busy = trend.points.filter(({ connects }) => connects > 0)
        expect(busy.length).toBeGreaterThan(5)
        for (const { at, connects } of busy.slice(0, 6)) {
          const to = new Date(Date.parse(at) + hourMs).toISOString()
          expect(connects).toBe(await listed({ from: at, to }))
        }
      }
  })

  it('equal the list wherever an organisation moves, added up or not', async () => {
    const [first, second] = [orgs.a, orgs.b]
    const { id } = await addOrganization(app.platform, {
      name: 'login-c',
      code: 'login-c',
      parentId: second,
    })
    const [came = '', late = ''] = await addDevices(app, estate, {
      orgId: id,
      prefix: 'MOVE',
      count: 2,
    })
    const lengths = async () => {
      const told = []
      for (const user of [admin, operator])
        for (const query of [
          {},
          { orgId: first },
          { orgId: second },
          { orgId: id },
          { orgId: first, modelId: estate.modelId },
        ]) {
          const trend = await user.get(logins.trend, { query })
          const list = connectionsList(trend, query)
          expect(trend.connects).toBe(list && (await lengthOf(user, list)))
          told.push(trend.connects)
        }
      return told
    }
    const before = await lengths()
    await visit(came, Date.now() - 2 * hourMs)
    await fold()
    await visit(late, Date.now() - hourMs)
    const [all, ofFirst, ofSecond] = await lengths()
    expect([all, ofFirst, ofSecond]).toEqual([
      (before[0] ?? 0) + 2,
      before[1],
      (before[2] ?? 0) + 2,
    ])
    await pool.query('update organization set parent_id = $2 where id = $1', [id, first])
    for (const _ of ['noted', 'added up']) {
      expect((await lengths()).slice(0, 3)).toEqual([all, (before[1] ?? 0) + 2, before[2]])
      await fold()
    }
  })

  it('say that a list is longer than is counted without counting it', async () => {
    const asked = { query: { orgId: orgs.b, pageSize: 5 } }
    const short = await admin.get(logins.page, asked)
    expect(short).toMatchObject({ capped: false })
    // Within the last whole hours, and beyond the span: these alone decide nothing.
    const told = `insert into login_hour_below (place, hour, model_id, measure, count)
      values ($1, date_trunc('hour', now(), 'UTC') - $2::interval, nil_uuid(), 'CONNECT', $3)
      on conflict (place, model_id, hour, measure) do update set count = login_hour_below.count + excluded.count`
    await pool.query(told, [orgs.b, '-1 hours', 20_000])
    await pool.query(told, [orgs.b, '9 days', 20_000])
    expect(await admin.get(logins.page, asked)).toMatchObject({ total: short.total, capped: false })
    await pool.query(told, [orgs.b, '1 hour', 10_001])
    expect(await admin.get(logins.page, asked)).toMatchObject({
      list: short.list,
      total: 10_000,
      capped: true,
    })
    const filtered = { query: { ...asked.query, reason: 'disconnect' as const } }
    expect(await admin.get(logins.page, filtered)).toMatchObject({ capped: false })
    await pool.query(told, [orgs.b, '1 hour', -10_001])
    await pool.query(`delete from login_hour_below where count = 20000`)
  })

  it('who sees only what he made himself counts it from the connections', async () => {
    const maker = await signedIn(app, {
      orgId: orgs.b,
      permissions: ['STATISTICS_DEVICE_LOGIN'],
      dataScope: 'SELF',
    })
    await pool.query('update device set created_by = $1 where id = $2', [maker.userId, mine[3]])
    await visit(mine[3] ?? '', Date.now() - hourMs)
    const trend = await maker.get(logins.trend, { query: {} })
    const { from, to } = trend
    expect(trend.connects).toBe((await maker.get(logins.page, { query: { from, to } })).total)
    expect(trend.connects).toBeGreaterThan(0)
  })

  it('of terminals that come and go open as many connections as they say', async () => {
    const [, , restless = ''] = theirs
    const start = new Date().setUTCHours(0, 0, 0, 0) - 24 * hourMs
    for (let turn = 0; turn < 22; turn++) await visit(restless, start + turn * 600_000)
    const { list, total } = await admin.get(logins.flap, { query: {} })
    expect(total).toBe(list.length)
    const [row] = list.filter(({ deviceId }) => deviceId === restless)
    expect(row?.connects).toBeGreaterThan(20)
    const day = Date.parse(row?.day ?? '')
    const span = {
      from: new Date(day).toISOString(),
      to: new Date(day + 24 * hourMs).toISOString(),
    }
    const query = { ...span, deviceId: restless, orgId: row?.orgId ?? '' }
    expect((await admin.get(logins.page, { query })).total).toBe(row?.connects)
    // Of a span that ends with the day, and of one that begins after it.
    const daysOf = async (asked: typeof span) => {
      const found = await admin.get(logins.flap, { query: asked })
      return found.list.flatMap((one) => (one.deviceId === restless ? [one.day] : []))
    }
    expect(await daysOf(span)).toEqual([row?.day])
    const later = new Date(day + 48 * hourMs).toISOString()
    expect(await daysOf({ from: span.to, to: later })).toEqual([])
    const before = new Date(day - 24 * hourMs).toISOString()
    expect(await daysOf({ from: before, to: span.from })).toEqual([])
    const seen = await operator.get(logins.flap, { query: {} })
    expect(seen.list.filter(({ orgId }) => orgId !== orgs.a)).toEqual([])
  })

  it('of two of one identity are those of terminals that the reader sees', async () => {
    await pool.query(
      `insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, data, happened_at)
        select id, sn, org_id, vendor_id, model_id, created_by, 'CLONE_SUSPECTED',
          '{"times": 3, "addresses": "192.0.2.1, 192.0.2.2"}', now()
        from device where id = any($1::uuid[])`,
      [[theirs[3]]],
    )
    expect(await admin.get(logins.clone, { query: {} })).toMatchObject({
      total: 1,
      list: [{ sn: 'THEIR00003', times: 3, addresses: '192.0.2.1, 192.0.2.2' }],
    })
    expect((await operator.get(logins.clone, { query: {} })).total).toBe(0)
    for (const [orgId, total] of [
      [orgs.a, 0],
      [orgs.b, 1],
    ] as const)
      expect((await admin.get(logins.clone, { query: { orgId } })).total).toBe(total)
    // Whose it is now is not told of the addresses of those whose it was.
    const moveTo = (orgId: string) =>
      pool.query('update device set org_id = $2 where id = $1', [theirs[3], orgId])
    await moveTo(orgs.a)
    expect((await operator.get(logins.clone, { query: {} })).total).toBe(0)
    await moveTo(orgs.b)
  })

  it('of failures are nobody’s where no terminal is named', async () => {
    await pool.query(
      `insert into login_failure (minute, cause, org_id, model_id, count)
        values (date_trunc('minute', now()), 'UNKNOWN_SN', null, null, 5),
          (date_trunc('minute', now()), 'BAD_SECRET', $1, $2, 3),
          (date_trunc('minute', now()), 'BAD_SECRET', $3, $2, 4)`,
      [orgs.a, estate.modelId, orgs.b],
    )
    expect(await admin.get(logins.failed, { query: {} })).toMatchObject({
      total: 12,
      causes: [
        { cause: 'BAD_SECRET', count: 7 },
        { cause: 'UNKNOWN_SN', count: 5 },
      ],
    })
    await pool.query(
      `insert into login_failure_example (id, at, cause, name, ip, org_id, model_id)
        select uuid7(), now(), 'BAD_SECRET', name, '192.0.2.9', org_id, $3::uuid
        from (values ('MINE', $1::uuid), ('THEIR', $2::uuid), ('NOBODY', null)) as one (name, org_id)`,
      [orgs.a, orgs.b, estate.modelId],
    )
    const { examples, ...failed } = await operator.get(logins.failed, { query: {} })
    expect(failed).toMatchObject({ total: 3, causes: [{ cause: 'BAD_SECRET', count: 3 }] })
    expect(examples.map(({ name }) => name)).toEqual(['MINE'])
    expect((await admin.get(logins.failed, { query: {} })).examples).toHaveLength(3)
  })
})

it('figures go with the month of the connections that they count, and not before', async () => {
  const month = `date_trunc('month', now() - interval '180 days', 'UTC')`
  for (const at of [month, `${month} - interval '1 hour'`])
    await pool.query(
      `insert into login_hour (hour, org_id, model_id, measure, count) values (${at}, $1, $2, 'CONNECT', 1)`,
      [orgs.a, estate.modelId],
    )
  await loginJobs[0]?.work(app.platform)
  const { rows } = await pool.query(
    `select hour = ${month} as is_kept from login_hour where hour < now() - interval '100 days'`,
  )
  expect(rows).toEqual([{ is_kept: true }])
})

it('each filter of the list finds its connections by an index', async () => {
  const client = await pool.connect()
  const span = `at >= now() - interval '7 days' and at < now()`
  for (const filter of [
    'true',
    `org_id = any(array['${orgs.a}']::uuid[])`,
    `model_id = '${estate.modelId}'`,
    `ip = '192.0.2.7'`,
    `reason = 'kicked'`,
    `device_id = '${mine[0]}'`,
  ]) {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select at, id from login_session where ${span} and ${filter}
        order by at desc, id desc limit 20`,
    )
    await client.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index')
    expect(plan).not.toContain('Seq Scan')
  }
  client.release()
})
