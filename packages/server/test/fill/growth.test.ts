import {
  actionLog,
  apps,
  type Call,
  codes,
  columnsOf,
  devices,
  type Filter,
  locations,
  logins,
  paramEndings,
  paramTemplates,
  signInLog,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAccessories } from '../../src/features/device/accessory/accessory.queries.ts'
import { walk } from '../../src/features/device/estate/estate.queries.ts'
import { keptOrders, walkOrder } from '../../src/features/device/estate/order.queries.ts'
import { filterCondition } from '../../src/features/device/filter/filterCondition.ts'
import { lookupIn } from '../../src/features/device/filter/lookup.ts'
import { saveKeys } from '../../src/features/device/keys/keys.queries.ts'
import { keepMembership } from '../../src/features/device/membership/follow.ts'
import { keepUses } from '../../src/features/device/membership/keeping.queries.ts'
import { features } from '../../src/features/index.ts'
import { inTransaction } from '../../src/platform/transaction.ts'
import { signedIn, type TestUser } from '../testApp.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { few } from './plans.ts'
import { requiredOf } from './questions.ts'
import { listedEstate } from './sizes.ts'
import { gathering, growing, small, vast, waiting } from './tables.ts'

let grown: Grown

beforeAll(async () => {
  grown = await startGrown(listedEstate)
}, patience)
afterAll(() => grown.app.close())

it('fills an estate of the size that was asked for, with its totals', async () => {
  const { rows } = await sql<Record<string, number>>`select
      (select count(*) from device) as terminals, (select sum(count) from device_tally)::bigint as tallied,
      (select max(count) from estate_total where measure = 'DEVICES') as below_root,
      (select count(*) from device_online) as online, (select count(*) from organization) as organizations,
      (select count(*) from model) as models, (select count(*) from app_user where user_name ^@ 'user-') as users,
      (select count(*) from action_log) as actions, (select count(*) from sign_in_log) as sign_ins,
      (select count(*) from async_task) as tasks, (select count(*) from push_item item
        where not exists (select from push where push.id = item.push_id)) as commands,
      (select count(*) from file_task) as files, (select count(*) from upload) as uploads,
      (select count(*) from dictionary_item where label <> '') as items,
      (select count(*) from station) as stations, (select count(*) from device_group) as groups,
      (select count(*) from alarm) as alarms, (select count(*) from device_apply) as requests,
      (select count(*) from device_event where code <> 'ACTIVATED' or source = 'DEVICE')
        + (select count(*) from device_app_event) + (select count(*) from device_app_use)
        + (select count(*) from device_session where reason is not null) as events`.execute(
    grown.app.platform.db,
  )
  const { modelsEach: _, ...sizes } = listedEstate
  expect(rows[0]).toEqual({
    ...sizes,
    events: expect.any(Number),
    tallied: sizes.terminals,
    belowRoot: sizes.terminals,
    commands: sizes.tasks,
    uploads: sizes.files,
  })
})

describe('every table', () => {
  const filled = [...vast, ...growing, ...gathering]
  const named = [...filled, ...waiting, ...Object.values(small).flat()]

  it('is filled, or said to be worked off or to stay small', async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
      grown.app.platform.db,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual([...named].sort())
  })

  it('that grows has more rows than a statement may read in passing', async () => {
    const found: string[] = []
    for (const table of filled) {
      const { rows } = await sql<{ isFew: boolean }>`select count(*) <= ${few} as is_few
        from (select from ${sql.table(table)} limit ${few + 1}) as found`.execute(
        grown.app.platform.db,
      )
      if (rows[0]?.isFew !== false) found.push(table)
    }
    expect(found).toEqual([])
  })
})

const pages = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && columnsOf(call).size > 0 && !call.path.includes('{'))
  // Of a language, of which there are a handful: the estate has none.
  .filter((call) => !requiredOf(call).includes('languageId'))

/** What the operator of a part of the tree sees, too. */
const ofOperator = `org_id in (select below.id from organization below
  join organization above on below.path <@ above.path where above.code = 'place-1')`

/** Where what a list cannot be asked without is found, by its name. */
const needed: Readonly<Record<string, (path: string) => string>> = {
  groupId: () => `select id::text as found from device_group where name = 'Group 1'`,
  policyId: () =>
    `select id::text as found from org_apk where deleted_at is null and ${ofOperator} limit 1`,
  pushId: (path) => {
    const kind = path.includes('/apk/') ? 'APP_INSTALL' : 'REBOOT'
    const one = `select id from push where kind = '${kind}' and ${ofOperator} limit 1`
    // The estate has no task of parameters: one of another kind becomes it.
    return path.includes('/param/')
      ? `update push set kind = 'PARAM' where id = (${one}) returning id::text as found`
      : `select id::text as found from (${one}) as one`
  },
  standing: () => `select 'MISSING' as found`,
  deviceId: () =>
    `select id::text as found from device where deleted_at is null and ${ofOperator} order by sn limit 1`,
  appId: () => `select id::text as found from app where package = 'com.bench.app1'`,
  sn: () => 'select sn as found from device where deleted_at is null order by sn limit 1',
  // The estate has few values, and most sets say each of them: of the rarest the sets are few, as in service.
  valueId: () => `select ends.value_id::text as found from param_ending ends
    order by (select count(*) from param_set where value_ids @> array[ends.value_id]) limit 1`,
}

async function neededBy(call: Call): Promise<Record<string, string>> {
  const found = requiredOf(call).map(async (name) => {
    const text = needed[name]?.(call.path)
    if (text === undefined) throw new Error(`nobody says where a ${name} is found`)
    const { rows } = await grown.app.platform.pool.query<{ found: string }>(text)
    return [name, rows[0]?.found ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/**
 * Each of their rows counts what it is about, up to what a list counts; an application, by its versions and models.
 * Connections are counted by the hours of their span.
 */
const counting: ReadonlySet<string> = new Set([
  paramEndings.page.path,
  paramTemplates.page.path,
  apps.page.path,
  logins.page.path,
])

const judging = ({ path }: Call) => (counting.has(path) ? ({ by: 'wholes' } as const) : {})

describe('the first page of a list', () => {
  it.each(pages.map((call): [string, Call] => [call.path, call]))(
    '%s reads of no large table more than it shows',
    async (_, call) => {
      const query = await neededBy(call)
      const answered: number[] = []
      const growth = await grown.growthIn(async () => {
        answered.push((await grown.admin.call(call, { query })).code)
      }, judging(call))
      requireNone(growth)
      // What is refused has asked nothing of its list.
      expect(answered).toEqual([codes.success])
    },
  )
})

describe('the first page of a list, as an operator of a part of the tree', () => {
  let operator: TestUser
  let groupId = ''

  beforeAll(async () => {
    const { app } = grown
    const { id: orgId } = await app.platform.db
      .selectFrom('organization')
      .select('id')
      .where('code', '=', 'place-1')
      .executeTakeFirstOrThrow()
    const permissions = pages.map(({ permission }) => permission)
    operator = await signedIn(app, { orgId, permissions })
    const { rows } = await sql<{ id: string }>`select own.id from device_group own
      join organization place on place.id = own.org_id
      where place.path <@ (select path from organization where id = ${orgId}) order by own.name limit 1`.execute(
      app.platform.db,
    )
    groupId = rows[0]?.id ?? ''
  })

  it.each(pages.map((call): [string, Call] => [call.path, call]))(
    '%s reads no large table from end to end',
    async (_, call) => {
      const query = await neededBy(call)
      if ('groupId' in query) query.groupId = groupId
      const answered: number[] = []
      const look = async () => {
        answered.push((await operator.call(call, { query })).code)
      }
      expect(await grown.growthIn(look, { by: 'wholes' })).toEqual([])
      expect(answered).toEqual([codes.success])
    },
  )
})

describe('a search of a log', () => {
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const searches: readonly (readonly [string, Call, Readonly<Record<string, string>>])[] = [
    ['actions by a serial number', actionLog.page, { target: 'SN7-00000007' }],
    ['actions by a user', actionLog.page, { userName: 'user-17' }],
    ['actions by an address', actionLog.page, { ip: '10.17.1' }],
    ['actions by a module', actionLog.page, { module: 'DEVICE' }],
    ['actions by what was done', actionLog.page, { act: 'DESTROY' }],
    ['actions by a word', actionLog.page, { keyword: 'zzzzzz' }],
    ['refused actions', actionLog.page, { result: 'refused' }],
    ['sign-ins by a user', signInLog.page, { userName: 'user-17' }],
    ['sign-ins by an address', signInLog.page, { ip: '10.17.1' }],
    ['sign-ins by a word', signInLog.page, { keyword: 'zzzzzz' }],
  ]
  it.each(searches)('%s reads no month from end to end', async (_, call, query) => {
    const answered: number[] = []
    const look = async () => {
      answered.push((await grown.admin.call(call, { query: { from, ...query } })).code)
    }
    expect(await grown.growthIn(look)).toEqual([])
    expect(answered).toEqual([codes.success])
  })
})

describe('a page of terminals too many to sort', () => {
  const isAlive = sql<SqlBool>`deleted_at is null`
  const isThere = sql<SqlBool>`exists (select from device_online online where online.device_id = device.id)`
  const orders = keptOrders.flatMap((sortField) =>
    (['asc', 'desc'] as const).map((sortOrder) => ({ sortField, sortOrder })),
  )
  const window = { fromEnd: false, offset: 0, limit: 20 }

  it.each(orders)('by $sortField $sortOrder is read from an index', async (query) => {
    const { db } = grown.app.platform
    const all = { conditions: [isAlive], isSearch: false, window, query }
    const found = { ...all, conditions: [isAlive, isThere], isSearch: true }
    expect(await grown.growthIn(() => walkOrder({ db }, all))).toEqual([])
    // Whoever is there has been seen lately: the longest away come first.
    expect(await grown.growthIn(() => walkOrder({ db }, found), { by: 'wholes' })).toEqual([])
  })
})

describe('a page of terminals that two conditions find', () => {
  const window = { fromEnd: false, offset: 0, limit: 20 }
  const never: Filter = { field: 'activatedAt', op: 'isEmpty', values: [] }
  const there: Filter = { field: 'presence', op: 'in', values: ['ONLINE'] }
  const stock: Filter = { field: 'lifecycle', op: 'in', values: ['STOCK'] }

  it('walks those of the rarer one, where their numbers lie behind all others', async () => {
    const { db } = grown.app.platform
    const { rows } = await sql<{
      id: string
    }>`select id from vendor where code = 'vendor-1'`.execute(db)
    const made: Filter = { field: 'vendorId', op: 'in', values: rows.map(({ id }) => id) }
    for (const tree of [{ all: [never, there] }, { all: [made, stock] }]) {
      const isAlive = sql<SqlBool>`deleted_at is null`
      const conditions = [isAlive, await filterCondition(tree, lookupIn(db))]
      const look = () => walk({ db }, { conditions, window, query: {} })
      expect(await grown.growthIn(look, { tables: ['device'] })).toEqual([])
      expect(await look()).toHaveLength(20)
    }
  })
})

describe('a map of the world by what its squares know', () => {
  const filters = [{}, { presence: 'ONLINE' }, { presence: 'OFFLINE' }, { alarm: '1' }] as const

  it.each(filters)('looks at no terminal: %j', async (filter) => {
    const shown: number[] = []
    const look = async () => {
      const query = { bbox: '-180,-80,180,80', zoom: 1, ...filter }
      const { clusters } = await grown.admin.get(locations.cluster, { query })
      shown.push(clusters.length)
    }
    expect(await grown.growthIn(look)).toEqual([])
    expect(shown[0]).toBeGreaterThan(1)
  })
})

describe('what a terminal says belongs to it', () => {
  it('is compared with what is known of that alone', async () => {
    const { pool } = grown.app.platform
    const { rows } = await pool.query<{ deviceId: string; orgId: string; sn: string }>(
      `select device_id as "deviceId", realm_id as "orgId", sn from accessory where realm_id =
        (select realm_id from accessory group by 1 order by count(*) desc limit 1) order by sn limit 2`,
    )
    const [own, other] = rows
    if (!own || !other) throw new Error('no organisation of the estate has two accessories')
    const { deviceId, orgId } = own
    const concerned: number[] = []
    const tell = async (sn: string) => {
      const accessories = [{ kind: 'PIN_PAD' as const, sn }]
      const reports = [{ deviceId, orgId, at: Date.now(), accessories }]
      const touched = await inTransaction(pool, (client) => saveAccessories(client, reports))
      concerned.push(touched.length)
    }
    const tables = ['accessory']
    expect(await grown.growthIn(() => tell(own.sn), { tables })).toEqual([])
    expect(await grown.growthIn(() => tell(other.sn), { tables })).toEqual([])
    expect(concerned).toEqual([0, 2])
  })
})

describe('the keys that a terminal says it holds', () => {
  it('are compared with those of it alone', async () => {
    const { pool } = grown.app.platform
    const { rows } = await pool.query<{ deviceId: string }>(
      `select device_id as "deviceId" from device_key order by 1 limit 1`,
    )
    const deviceId = rows[0]?.deviceId ?? ''
    const concerned: number[] = []
    const tell = async (kcv: string) => {
      const slots = [{ slot: '1', type: 'TPK', kcv, state: 'MISSING' } as const]
      const reports = [{ deviceId, at: Date.now(), body: { at: Date.now(), slots } }]
      const touched = await inTransaction(pool, (client) => saveKeys(client, reports))
      concerned.push(touched.length)
    }
    const tables = ['device_key', 'device_key_report', 'device_security']
    expect(await grown.growthIn(() => tell('AAAAAA'), { tables })).toEqual([])
    expect(await grown.growthIn(() => tell('AAAAAA'), { tables })).toEqual([])
    expect(concerned).toEqual([1, 0])
  })
})

describe('terminals by a filter', () => {
  const few: Filter = { field: 'name', op: 'is', values: ['Till 17'] }
  let groupId = ''

  beforeAll(async () => {
    const { db } = grown.app.platform
    const { rows } = await sql<{ id: string }>`insert into device_group
        (name, org_id, type, filter, max_members, state)
      select 'Grown', id, 'DYNAMIC', ${JSON.stringify(few)}::jsonb, 10000, 'PENDING'
      from organization where parent_id is null limit 1 returning id`.execute(db)
    groupId = rows[0]?.id ?? ''
    await keepUses(db, groupId, few)
    await keepMembership(db, grown.app.platform.live)
    await grown.withoutLimits((client) => client.query('vacuum (analyze) device_group_member'))
  }, patience)

  const low: Filter = { field: 'battery', op: 'atMost', values: ['0'] }
  const there: Filter = { field: 'presence', op: 'in', values: ['ONLINE'] }
  const trees: [string, Filter][] = [
    ['two facts', { all: [low, there] }],
    ['a word and a state', { all: [{ field: 'name', op: 'contains', values: ['till 17'] }, low] }],
    ['either of two', { any: [few, { field: 'sn', op: 'begins', values: ['SN1-0000001'] }] }],
    ['an age', { all: [{ field: 'lastSeenAt', op: 'longerAgo', values: ['2490'] }] }],
    ['a mark that nobody has', { field: 'tag', op: 'hasAny', values: ['vip'] }],
    ['an alarm that nobody has', { field: 'alarmKind', op: 'in', values: ['TAMPER'] }],
    ['what nobody was found with', { field: 'security', op: 'in', values: ['TAMPERED'] }],
    ['those outside their fence', { field: 'fence', op: 'in', values: ['OUT'] }],
    ['a lock that few have', { field: 'lock', op: 'in', values: ['LOCKED'] }],
    ['what some told', { all: [{ field: 'security', op: 'in', values: ['ROOTED'] }, low] }],
    ['an application that nobody has', { field: 'app', op: 'hasAny', values: ['com.bench.none'] }],
    [
      'a version that nobody has',
      { field: 'appVersion', op: 'newer', values: ['com.bench.app1=999'] },
    ],
    ['parameters that nobody changed', { field: 'paramStand', op: 'in', values: ['DRIFT'] }],
    ['a revision that nobody holds', { field: 'paramRevision', op: 'is', values: ['NONE=1'] }],
    ['a merchant that nobody has', { field: 'mid', op: 'contains', values: ['0815'] }],
  ]
  it.each(trees)('by %s reads no large table from end to end', async (_, tree) => {
    const query = { tree: JSON.stringify(tree) }
    const look = () => grown.admin.get(devices.page, { query })
    expect(await grown.growthIn(look, { by: 'wholes' })).toEqual([])
  })

  it('by their group, also with another fact, reads no large table from end to end', async () => {
    for (const query of [{ groupId }, { groupId, presence: 'ONLINE' as const }])
      expect(await grown.growthIn(() => grown.admin.get(devices.page, { query }))).toEqual([])
  })

  it('are judged by their groups when one of them changes, and nobody else is', async () => {
    const change = async () => {
      await sql`update device set name = 'Till 17' where sn = 'SN7-00000007'`.execute(
        grown.app.platform.db,
      )
      await keepMembership(grown.app.platform.db, grown.app.platform.live)
    }
    expect(await grown.growthIn(change)).toEqual([])
  })
})
