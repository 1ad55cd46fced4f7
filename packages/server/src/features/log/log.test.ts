import { type Action, actionLog, codes, roles, vendors } from '@muster/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/testDatabase.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { seedMenu } from '../system/menu/menuSeed.ts'
import { enterNames } from './names.ts'
import { dropOldMonths, forgetNames } from './retention.ts'
import { sealActions } from './seal.ts'
import { verifyActions } from './verify.ts'

let app: TestApp
const always = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const vendor = (name: string) => ({ name, code: name, contact: 'Layla' })

const tables = ['action_log', 'action_log_rest', 'action_seal']

/** Runs a statement as the owner who takes back rights and triggers first, as no part of Muster does. */
async function tamper(statement: string): Promise<void> {
  const lines = [
    ...tables.map((table) => `grant all on ${table} to current_user`),
    ...tables.map((table) => `alter table ${table} disable trigger user`),
    statement,
    ...tables.map((table) => `alter table ${table} enable trigger user`),
    ...tables.map((table) => `revoke update, delete, truncate on ${table} from current_user`),
  ]
  await app.platform.db.transaction().execute(async (db) => {
    for (const line of lines) await sql.raw(line).execute(db)
  })
}

const kinds = async () => {
  const { faults } = await verifyActions(app.platform, always)
  return [...new Set(faults.map(({ kind }) => kind))].sort()
}

describe('the action log', () => {
  it('shows who did what to which record, with what it was before', async () => {
    await seedMenu(app.platform.db)
    const user = await signedIn(app, { isSuperAdmin: true, userName: 'first' })
    const made = await user.call(vendors.add, { body: vendor('Acme') })
    const { data } = made
    await user.call(vendors.update, {
      body: { ...vendor('Acme'), contact: 'Omar', id: data.id, version: data.version },
    })
    const page = await user.call(actionLog.page, { query: { target: data.id } })
    expect(
      page.data.list.map(({ sentence, pageName, code }) => [sentence, pageName, code]),
    ).toEqual([
      ['Changed vendor', 'menu.Vendor', 200],
      ['Added vendor', 'menu.Vendor', 200],
    ])
    const [entry] = page.data.list
    const { id = '', at = '' } = entry ?? {}
    const detail = await user.call(actionLog.detail, { query: { id, at } })
    expect(detail.data).toMatchObject({
      targetName: 'Acme',
      before: { contact: 'Layla' },
      after: { contact: 'Omar' },
      seal: { state: 'waiting' },
    })
  })

  it('says by what it was done and whether a second factor was shown, and its hash covers both', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    const { data: made } = await user.call(vendors.add, { body: vendor('Proved') })
    await sql`update session set factor_given = true where user_id = ${user.userId}`.execute(
      app.platform.db,
    )
    await user.call(vendors.setStatus, { params: { id: made.id, status: '0' } })
    const page = async (client?: 'CONSOLE' | 'TOKEN') =>
      (await user.get(actionLog.page, { query: { target: made.id, ...(client && { client }) } }))
        .list
    const told = (await page('CONSOLE')).map(({ clientKind, factorGiven }) => [
      clientKind,
      factorGiven,
    ])
    expect(told).toEqual([
      ['CONSOLE', true],
      ['CONSOLE', false],
    ])
    expect(await page('TOKEN')).toEqual([])
    const [entry] = await page()
    const { id = '', at = '' } = entry ?? {}
    await tamper(`update action_log set factor_given = false where id = '${id}'`)
    const { seal } = await user.get(actionLog.detail, { query: { id, at } })
    expect(seal.state).toBe('changed')
    await tamper(`update action_log set factor_given = true where id = '${id}'`)
  })

  it('calls an API client by what it is, also in files, and nobody as such', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    const shared = { method: 'POST', path: '/x', permission: 'CLIENTS_ADD', code: 200 }
    const rest = { durationMs: 1, at: new Date().toISOString(), requestId: 'who did it' }
    await app.platform.db
      .insertInto('actionLog')
      .values([
        { ...shared, ...rest, userName: 'client:Till sync', clientKind: 'CLIENT' },
        { ...shared, ...rest, userName: '' },
      ])
      .execute()
    const { list } = await user.get(actionLog.page, { query: { keyword: 'who did it' } })
    expect(list.map(({ who }) => who).toSorted()).toEqual(['API client Till sync', 'Not signed in'])
  })

  it('names the record, and what became of it, also where a call names its id alone', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    const { data: made } = await user.call(vendors.add, { body: vendor('Alone') })
    const one = { params: { id: made.id } }
    await user.call(vendors.setStatus, { params: { id: made.id, status: '0' } })
    await user.call(vendors.remove, one)
    await user.call(vendors.revert, one)
    await user.call(vendors.removeMany, { body: { ids: [made.id] } })
    await user.call(vendors.destroy, one)
    const { data } = await user.call(actionLog.page, { query: { target: made.id } })
    expect(data.list.map(({ targetName }) => targetName)).toEqual(Array(6).fill('Alone'))
    const { id = '', at = '' } = data.list.at(-2) ?? {}
    const detail = await user.call(actionLog.detail, { query: { id, at } })
    expect(detail.data).toMatchObject({ before: { status: 1 }, after: { status: 0 } })
    expect(detail.data.sentence).toBe('Disabled vendor')
    expect(data.list.map(({ sentence }) => sentence)).toEqual([
      'Destroyed vendor for good',
      'Moved vendors to the recycle bin',
      'Restored vendor',
      'Moved vendor to the recycle bin',
      'Disabled vendor',
      'Added vendor',
    ])
  })

  it('tells what a call changed beside the record itself', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    const body = {
      name: 'Watcher',
      code: 'watcher',
      orgId: app.rootId,
      type: 'ORGANIZATION',
    } as const
    const { data: role } = await user.call(roles.add, { body })
    await user.call(roles.setScope, {
      params: { id: role.id },
      body: { version: role.version, kind: 'OWN_ORG' },
    })
    const { data } = await user.call(actionLog.page, { query: { target: role.id } })
    const { id = '', at = '' } = data.list[0] ?? {}
    const detail = await user.call(actionLog.detail, { query: { id, at } })
    expect(detail.data).toMatchObject({ targetName: 'Watcher', after: { kind: 'OWN_ORG' } })
  })

  it('finds entries by module, result, user and address', async () => {
    const user = await signedIn(app, { isSuperAdmin: true, userName: 'finder' })
    await user.call(vendors.add, { body: vendor('Found') })
    await user.call(vendors.add, { body: vendor('Found') })
    const count = async (query: Record<string, string>) => {
      const { data } = await user.call(actionLog.page, { query: { userName: 'finder', ...query } })
      return data.total
    }
    expect(await count({ module: 'VENDOR' })).toBe(2)
    expect(await count({ module: 'VENDOR', result: 'refused' })).toBe(1)
    expect(await count({ module: 'AREA' })).toBe(0)
    expect(await count({ ip: '127.' })).toBe(2)
    expect(await count({ target: 'Foun' })).toBe(1)
  })

  it('shows an organisation only its own entries', async () => {
    const { id } = await addOrganization(app.platform, {
      name: 'Apart',
      code: 'apart',
      parentId: app.rootId,
    })
    const inside = await signedIn(app, { orgId: id, permissions: ['LOG_LIST', 'VENDOR_ADD'] })
    await inside.call(vendors.add, { body: vendor('Inside') })
    const { data } = await inside.call(actionLog.page, { query: {} })
    expect(new Set(data.list.map(({ orgName }: Action) => orgName))).toEqual(new Set(['Apart']))
  })

  it.each([
    [
      'a span of more than 92 days',
      { from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00Z' },
      'At most 92 days at a time.',
    ],
    [
      'an end before its beginning',
      { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      'The end must come after the beginning.',
    ],
  ])('refuses %s and names field and rule', async (_, query, message) => {
    const user = await signedIn(app, { isSuperAdmin: true })
    const answer = await user.call(actionLog.page, { query })
    const fields = [{ field: 'to', message }]
    expect(answer).toMatchObject({ code: codes.badRequest, data: { fields } })
  })

  it.each([
    'update action_log set code = 0',
    'delete from action_log',
    'truncate action_log_rest',
    'truncate action_seal',
  ])('is append-only, by rights and by a trigger: %s', async (statement) => {
    const { db } = app.platform
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied')
    const granted = db.transaction().execute(async (one) => {
      for (const table of tables)
        await sql.raw(`grant all on ${table} to current_user`).execute(one)
      await sql.raw(statement).execute(one)
    })
    await expect(granted).rejects.toThrow('append-only')
  })
})

/** Seals until nothing waits: for a moment, the database's own upkeep may be under way. */
async function sealAll(): Promise<void> {
  await expect
    .poll(async () => {
      await sealActions(app.platform)
      return (await verifyActions(app.platform, always)).waiting
    })
    .toBe(0)
}

const waitingNow = async () => (await verifyActions(app.platform, always)).waiting

describe('the chain of seals', () => {
  it('holds while nobody touches the log, and finds what was done to it', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    for (const name of ['One', 'Two', 'Three']) {
      await user.call(vendors.add, { body: vendor(name) })
      await sealAll()
    }
    expect(await kinds()).toEqual([])

    await tamper(`update action_log set user_name = 'somebody else' where after ->> 'name' = 'One'`)
    expect(await kinds()).toEqual(['entryChanged'])
    await tamper(
      `update action_log set hash = action_log_hash(action_log) where user_name = 'somebody else'`,
    )
    expect(await kinds()).toEqual(['entryChanged'])

    await tamper(`delete from action_log where after ->> 'name' = 'Two'`)
    expect(await kinds()).toEqual(['entriesMissing', 'entryChanged'])

    await tamper(`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id, xact, hash)
      select 'invented', method, path, permission, code, duration_ms, request_id, xact, hash from action_log
      where after ->> 'name' = 'Three'`)
    expect(await kinds()).toEqual(['entriesAdded', 'entriesMissing', 'entryChanged'])

    await tamper(`update action_seal set entries = entries where seq = 1`)
    await tamper(
      `update action_seal set entries = entries + 1 where seq = (select max(seq) from action_seal)`,
    )
    expect(await kinds()).toContain('chainBroken')
    await tamper(`update action_seal set signature = '\\x00' where seq = 1`)
    expect(await kinds()).toContain('signatureWrong')
  })

  it('leaves entries of a transaction under way to the next block', async () => {
    await sealAll()
    await app.platform.db.transaction().execute(async (db) => {
      await db
        .insertInto('actionLog')
        .values({
          userName: 'slow',
          method: 'POST',
          path: '/slow',
          permission: 'SLOW_ADD',
          code: 200,
          durationMs: 1,
          requestId: 'slow',
        })
        .execute()
      await sealActions(app.platform)
    })
    expect(await waitingNow()).toBe(1)
    await sealAll()
    expect(await waitingNow()).toBe(0)
  })

  it('parts what has come together into blocks, but no transaction', async () => {
    await sealAll()
    const before = await kinds()
    const user = await signedIn(app, { isSuperAdmin: true })
    for (const name of ['Five', 'Six', 'Seven']) await user.get(vendors.add, { body: vendor(name) })
    const asked = { userName: 'x', method: 'POST', path: '/x', permission: 'X_ADD', code: 200 }
    const entry = { ...asked, durationMs: 1, requestId: 'together' }
    await app.platform.db.insertInto('actionLog').values([entry, entry, entry]).execute()
    await expect
      .poll(async () => {
        await sealActions(app.platform, 2)
        return waitingNow()
      })
      .toBe(0)
    const blocks = app.platform.db.selectFrom('actionSeal').select('entries')
    const [last, ...others] = await blocks.orderBy('seq', 'desc').limit(3).execute()
    expect(last?.entries).toBe(3)
    expect(others.map(({ entries }) => entries).filter((entries) => entries > 2)).toEqual([])
    expect(await kinds()).toEqual(before)
  })

  it('does not wait for transactions of other databases', async () => {
    await sealAll()
    const before = await kinds()
    const other = await createTestDatabase()
    const client = new pg.Client(other.url)
    await client.connect()
    try {
      await client.query('begin; select pg_current_xact_id()')
      const user = await signedIn(app, { isSuperAdmin: true })
      await user.get(vendors.add, { body: vendor('Neighbour') })
      // Would wait for ever.
      await sealAll()
      expect(await kinds()).toEqual(before)
    } finally {
      await client.end()
      await other.drop()
    }
  })

  it('finds a tail that was cut off beside a block that was seen elsewhere', async () => {
    const user = await signedIn(app, { isSuperAdmin: true })
    await user.get(vendors.add, { body: vendor('Kept') })
    await sealAll()
    const newest = async () => {
      const { rows } = await sql<{ anchor: string; xact: string }>`
        select seal.seq || ':' || encode(seal.hash, 'hex') as anchor, seal.from_xact::text as xact
        from action_seal as seal order by seal.seq desc limit 1`.execute(app.platform.db)
      return rows[0] ?? { anchor: '', xact: '' }
    }
    const kept = await newest()
    await user.get(vendors.add, { body: vendor('Hidden') })
    await sealAll()
    const cut = await newest()
    const missing = async (anchor?: string) => {
      const { faults } = await verifyActions(app.platform, { ...always, anchor })
      return faults.filter(({ kind }) => kind === 'anchorMissing').map(({ seq }) => seq)
    }
    expect(await missing(cut.anchor)).toEqual([])
    const before = await verifyActions(app.platform, always)
    await tamper(`delete from action_log where xact >= '${cut.xact}'`)
    await tamper(`delete from action_seal where seq = ${Number.parseInt(cut.anchor)}`)
    const after = await verifyActions(app.platform, always)
    expect(after.faults).toEqual(before.faults)
    expect(after.blocks).toBe(before.blocks - 1)
    expect(await missing(kept.anchor)).toEqual([])
    expect(await missing(cut.anchor)).toEqual([Number.parseInt(cut.anchor)])
    const { faults } = await user.get(actionLog.verify, {
      query: {
        from: '2100-01-01T00:00:00.000Z',
        to: '2100-01-02T00:00:00.000Z',
        anchor: cut.anchor,
      },
    })
    expect(faults).toMatchObject([{ kind: 'anchorMissing', sealedAt: null }])
  })
})

it('drops months that have served their time, and still verifies the rest', async () => {
  const { db } = app.platform
  await sql`create table action_log_200001 partition of action_log
    for values from ('2000-01-01') to ('2000-02-01')`.execute(db)
  await sql`insert into action_log (at, user_name, method, path, permission, code, duration_ms, request_id)
    values ('2000-01-10', 'old', 'POST', '/old', 'OLD_ADD', 200, 1, 'old')`.execute(db)
  await sealAll()
  const before = await verifyActions(app.platform, always)
  await dropOldMonths(app.platform)
  const { rows } = await sql`select to_regclass('action_log_200001') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
  expect(await verifyActions(app.platform, always)).toEqual(before)
  const names = async () =>
    (await db.selectFrom('actionName').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  await enterNames(app.platform)
  // Of who did something, and of what was changed.
  const living = ['first', 'Acme']
  expect(await names()).toEqual(expect.arrayContaining([...living, 'old']))
  await forgetNames(app.platform)
  expect(await names()).toEqual(expect.arrayContaining(living))
  expect(await names()).not.toContain('old')
})
