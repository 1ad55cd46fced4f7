import { randomUUID } from 'node:crypto'
import {
  actionLog,
  type Call,
  codes,
  columnsOf,
  devices,
  type Filter,
  signInLog,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { lockSilent } from '../../src/features/device/command/ask.queries.ts'
import {
  claimOutbox,
  lockSendable,
  lockUnsendable,
  outboxDepth,
  park,
} from '../../src/features/device/command/publish.queries.ts'
import { expireItems, timeOutItems } from '../../src/features/device/command/expiry.queries.ts'
import { keptOrders, walkOrder } from '../../src/features/device/estate/order.queries.ts'
import { keepMembership } from '../../src/features/device/membership/follow.ts'
import { keepUses } from '../../src/features/device/membership/keeping.queries.ts'
import {
  sweepDeadNodes,
  sweepMissedBeats,
} from '../../src/features/device/presence/presence.queries.ts'
import { sendDue as sendWebhooks } from '../../src/features/client/webhook/webhook.worker.ts'
import { features, jobs } from '../../src/features/index.ts'
import { sendDue as sendMails } from '../../src/features/mail/delivery/delivery.worker.ts'
import { claimTask, endLost } from '../../src/features/task/task.queries.ts'
import { inTransaction } from '../../src/platform/transaction.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'
import { fillEstate } from './fillEstate.ts'
import { growthOf } from './plans.ts'
import { smallEstate } from './sizes.ts'

/** Milliseconds that the filling may take on a machine that does much else: ten times the usual. */
const patience = 600_000

let app: TestApp
let admin: TestUser

/** A connection of its own: a machine that does much else takes longer than those of the pool wait. */
async function withoutLimits(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: app.platform.pool.options.connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  app = await startTestApp()
  await withoutLimits((client) => fillEstate(client, smallEstate))
  admin = await signedIn(app, { isSuperAdmin: true })
}, patience)
afterAll(() => app.close())

it('fills an estate of the size that was asked for, with its totals', async () => {
  const { rows } = await sql<Record<string, number>>`select
      (select count(*) from device) as terminals, (select sum(count) from device_tally)::bigint as tallied,
      (select max(count) from estate_total where measure = 'DEVICES') as below_root,
      (select count(*) from device_online) as online, (select count(*) from organization) as organizations,
      (select count(*) from model) as models, (select count(*) from app_user where user_name ^@ 'user-') as users,
      (select count(*) from action_log) as actions, (select count(*) from sign_in_log) as sign_ins,
      (select count(*) from async_task) as tasks, (select count(*) from push_item) as commands,
      (select count(*) from file_task) as files, (select count(*) from upload) as uploads,
      (select count(*) from dictionary_item where label <> '') as items,
      (select count(*) from station) as stations, (select count(*) from device_group) as groups,
      (select count(*) from alarm) as alarms, (select count(*) from device_apply) as requests,
      (select count(*) from device_event where code <> 'ACTIVATED' or source = 'DEVICE')
        + (select count(*) from device_app_event) + (select count(*) from device_app_use)
        + (select count(*) from device_session where reason is not null) as events`.execute(
    app.platform.db,
  )
  expect(rows[0]).toEqual({
    ...smallEstate,
    events: expect.any(Number),
    tallied: smallEstate.terminals,
    belowRoot: smallEstate.terminals,
    commands: smallEstate.tasks,
    uploads: smallEstate.files,
  })
})

interface Statement {
  readonly text: string
  readonly values?: unknown[]
}

/** The statements that some work sends, but those that begin and end transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  // Whoever sends it, by a pool or in a transaction, it passes here.
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    for (const [first, second] of spy.mock.calls as unknown as [unknown, unknown][]) {
      const { text, values } =
        typeof first === 'string' ? { text: first, values: second } : (first as Statement)
      sent.push({ text, ...(Array.isArray(values) ? { values } : {}) })
    }
  } finally {
    spy.mockRestore()
  }
  return sent.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)/i.test(text))
}

/** What of some work grows with the estate. */
async function growthIn(work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (const { text, values } of await statementsOf(work))
    found.push(...(await growthOf(app.platform.pool, text, values)))
  return [...new Set(found)].sort()
}

const pages = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && columnsOf(call).size > 0 && !call.path.includes('{'))

describe('the first page of a list', () => {
  it.each(pages.map((call): [string, Call] => [call.path, call]))(
    '%s reads no large table from end to end',
    async (_, call) => {
      expect(await growthIn(() => admin.call(call, { query: {} }))).toEqual([])
    },
  )
})

/** What a page of statistics asks for besides its usual span: a year, an organisation, a model. */
const figures = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && call.path.includes('/stat/v1/'))
  .filter((call) => columnsOf(call).size === 0 && !call.schemas.file)
  // Of plans that are named: the rows that their ends have added up.
  .filter(({ path }) => !path.includes('/plan/') && !path.includes('{'))

const membersOf = ({ schemas }: Call): string[] => {
  const document = z.toJSONSchema(schemas.query ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.keys(document.properties ?? {})
}

describe('a figure', () => {
  const ids = new Map<string, string>()

  beforeAll(async () => {
    const { rows } = await sql<{ name: string; id: string }>`select * from (values
        ('appId', (select id from app where package = 'com.bench.app1')),
        ('orgId', (select id from organization where code = 'place-1')),
        ('modelId', (select id from model where code = 'model-1'))) as known (name, id)`.execute(
      app.platform.db,
    )
    for (const { name, id } of rows) ids.set(name, id)
    await sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
      select 'must', org_id, id, 'MANDATORY', 'SUBTREE' from app where id = ${ids.get('appId')}`.execute(
      app.platform.db,
    )
  })
  afterAll(() => sql`delete from org_apk where name = 'must'`.execute(app.platform.db))

  it.each(figures.map((call): [string, Call] => [call.path, call]))(
    '%s reads no large table from end to end',
    async (_, call) => {
      const members = membersOf(call)
      const may = (name: string, value: string) => (members.includes(name) ? { [name]: value } : {})
      const usual = {
        ...may('appId', ids.get('appId') ?? ''),
        ...may('unusedDays', '7'),
        ...may('by', 'ORGANIZATION'),
        ...may('bbox', '36,28,50,38'),
        ...may('zoom', '6'),
      }
      const cuts = [
        {},
        may('orgId', ids.get('orgId') ?? ''),
        may('modelId', ids.get('modelId') ?? ''),
        may('days', '365'),
      ]
      for (const cut of cuts)
        expect(
          await growthIn(async () =>
            expect(await admin.call(call, { query: { ...usual, ...cut } })).toMatchObject({
              code: codes.success,
            }),
          ),
        ).toEqual([])
    },
  )
})

describe('a search of a log', () => {
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const searches: readonly (readonly [string, Call, Readonly<Record<string, string>>])[] = [
    ['actions by a serial number', actionLog.page, { target: 'BENCH00000017' }],
    ['actions by a user', actionLog.page, { userName: 'user-17' }],
    ['actions by an address', actionLog.page, { ip: '10.17.1' }],
    ['actions by a module', actionLog.page, { module: 'AREA' }],
    ['actions by a word', actionLog.page, { keyword: 'zzzzzz' }],
    ['refused actions', actionLog.page, { result: 'refused' }],
    ['sign-ins by a user', signInLog.page, { userName: 'user-17' }],
    ['sign-ins by an address', signInLog.page, { ip: '10.17.1' }],
    ['sign-ins by a word', signInLog.page, { keyword: 'zzzzzz' }],
  ]
  it.each(searches)('%s reads no month from end to end', async (_, call, query) => {
    expect(await growthIn(() => admin.call(call, { query: { from, ...query } }))).toEqual([])
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
    const { db } = app.platform
    const all = { conditions: [isAlive], isSearch: false, window, query }
    const found = { ...all, conditions: [isAlive, isThere], isSearch: true }
    expect(await growthIn(() => walkOrder({ db }, all))).toEqual([])
    expect(await growthIn(() => walkOrder({ db }, found))).toEqual([])
  })
})

describe('terminals by a filter', () => {
  const few: Filter = { field: 'name', op: 'is', values: ['Till 17'] }
  let groupId = ''

  beforeAll(async () => {
    const { db } = app.platform
    const { rows } = await sql<{ id: string }>`insert into device_group
        (name, org_id, type, filter, max_members, state)
      select 'Grown', id, 'DYNAMIC', ${JSON.stringify(few)}::jsonb, 10000, 'PENDING'
      from organization where parent_id is null limit 1 returning id`.execute(db)
    groupId = rows[0]?.id ?? ''
    await keepUses(db, groupId, few)
    await keepMembership(db, app.platform.live)
    await withoutLimits((client) => client.query('vacuum (analyze) device_group_member'))
  }, patience)

  const low: Filter = { field: 'battery', op: 'atMost', values: ['0'] }
  const there: Filter = { field: 'presence', op: 'in', values: ['ONLINE'] }
  const trees: [string, Filter][] = [
    ['two facts', { all: [low, there] }],
    ['a word and a state', { all: [{ field: 'name', op: 'contains', values: ['till 17'] }, low] }],
    ['either of two', { any: [few, { field: 'sn', op: 'begins', values: ['SN1-0000001'] }] }],
    ['an age', { all: [{ field: 'lastSeenAt', op: 'longerAgo', values: ['2490'] }] }],
    ['a mark that nobody has', { field: 'tag', op: 'hasAny', values: ['vip'] }],
    ['a merchant that nobody has', { field: 'mid', op: 'contains', values: ['0815'] }],
  ]
  it.each(trees)('by %s reads no large table from end to end', async (_, tree) => {
    const query = { tree: JSON.stringify(tree) }
    expect(await growthIn(() => admin.get(devices.page, { query }))).toEqual([])
  })

  it('by their group, also with another fact, reads no large table from end to end', async () => {
    for (const query of [{ groupId }, { groupId, presence: 'ONLINE' as const }])
      expect(await growthIn(() => admin.get(devices.page, { query }))).toEqual([])
  })

  it('are judged by their groups when one of them changes, and nobody else is', async () => {
    const change = async () => {
      await sql`update device set name = 'Till 17' where sn = 'SN7-00000007'`.execute(
        app.platform.db,
      )
      await keepMembership(app.platform.db, app.platform.live)
    }
    expect(await growthIn(change)).toEqual([])
  })
})

/**
 * Once a night or a week, and of what is kept of the estate, not of it: counts that have come to
 * nothing leave their tables, and names that no entry of the log mentions any more. And the areas of the
 * map, which are counted anew as often as a thirtieth of the time allows (decision 0118).
 */
const isWhole = new Set(['stat.fold', 'log.names', 'stat.area'])

describe('what runs by itself', () => {
  const works = [
    { name: 'the sweep of missed beats', work: () => sweepMissedBeats(app.platform.pool, 120) },
    { name: 'the sweep of dead gateways', work: () => sweepDeadNodes(app.platform.pool, 20) },
    { name: 'the end of commands', work: () => expireItems(app.platform.pool) },
    { name: 'the end of commands in silence', work: () => timeOutItems(app.platform.pool) },
    {
      name: 'the asking for silent commands',
      work: () => inTransaction(app.platform.pool, (client) => lockSilent(client, null, null)),
    },
    {
      name: 'the sending of what is due',
      work: () =>
        inTransaction(app.platform.pool, (client) =>
          lockSendable(client, { of: 'due', after: null }, null),
        ),
    },
    {
      name: 'the parking of what cannot be sent',
      work: () =>
        inTransaction(app.platform.pool, async (client) =>
          park(client, await lockUnsendable(client)),
        ),
    },
    {
      name: 'the taking of messages to terminals',
      work: () => inTransaction(app.platform.pool, (client) => claimOutbox(client, randomUUID())),
    },
    { name: 'the depth of the outbox', work: () => outboxDepth(app.platform.pool) },
    {
      name: 'the folding of counts',
      work: () => app.platform.pool.query('select fold_estate_changes()'),
    },
    { name: 'the look for lost tasks', work: () => endLost(app.platform.db) },
    { name: 'the taking of a task', work: () => claimTask(app.platform.db, 'growth') },
    { name: 'the sending of mails', work: () => sendMails(app.platform) },
    { name: 'the sending of webhooks', work: () => sendWebhooks(app.platform) },
    ...jobs
      .filter(({ name }) => !isWhole.has(name))
      .map(({ name, work }) => ({ name, work: () => work(app.platform) })),
  ]

  // What has waited since the filling is done first.
  beforeAll(async () => {
    for (const { work } of works) await work()
    await withoutLimits((client) => client.query('vacuum (analyze)'))
  }, patience)

  it.each(works.map((one): [string, () => Promise<unknown>] => [one.name, one.work]))(
    '%s reads no large table from end to end',
    async (_, work) => {
      expect(await growthIn(work)).toEqual([])
    },
  )
})
