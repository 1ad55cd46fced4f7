import {
  type ActKind,
  actionLog,
  codes,
  countCap,
  exportOf,
  parameters,
  signInLog,
  vendors,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { logPage } from './logPage.ts'
import { enterNames } from './names.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const vendor = (name: string) => ({ name, code: name, contact: 'Layla' })

it('shows the last seven days where no beginning is named, and says which those are', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const day = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  for (const days of [6, 8, 95])
    await sql`insert into action_log (at, user_name, method, path, permission, code, duration_ms, request_id)
      values (${ago(days)}, 'sometimes', 'POST', '/some', 'SOME_ADD', 200, 1, ${`day-${days}`})`.execute(
      app.platform.db,
    )
  const look = async (query: Record<string, string>) => {
    const { list, total, from, to } = await user.get(actionLog.page, {
      query: { userName: 'sometimes', ...query },
    })
    const days = Math.round((Date.parse(to) - Date.parse(from)) / day)
    return { days, total, found: list.map(({ requestId }) => requestId) }
  }
  expect(await look({})).toEqual({ days: 7, total: 1, found: ['day-6'] })
  expect(await look({ to: ago(7) })).toEqual({ days: 7, total: 1, found: ['day-8'] })
  expect(await look({ from: ago(9), sortOrder: 'asc' })).toEqual({
    days: 9,
    total: 2,
    found: ['day-8', 'day-6'],
  })
  // A beginning of long ago reaches as far as one look may.
  expect(await look({ from: ago(99) })).toEqual({
    days: 92,
    total: 2,
    found: ['day-8', 'day-95'],
  })
})

it('does not count among the refusals what was accepted to be done in the background', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  for (const code of [codes.success, codes.accepted, codes.forbidden])
    await sql`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
      values ('starter', 'POST', '/some', 'SOME_IMPORT', ${code}, 1, 'started')`.execute(
      app.platform.db,
    )
  const found = async (result: 'done' | 'refused') => {
    const query = { userName: 'starter', result }
    const { list } = await user.get(actionLog.page, { query })
    return list.map(({ code }) => code).toSorted((a, b) => a - b)
  }
  expect(await found('done')).toEqual([codes.success, codes.accepted])
  expect(await found('refused')).toEqual([codes.forbidden])
})

it('tells what was deleted from what was exported, and what is gone for good', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const exported = exportOf(vendors.page)
  for (const { method, path } of [
    vendors.remove,
    vendors.destroy,
    parameters.remove,
    vendors.update,
    exported,
  ])
    await sql`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
      values ('doer', ${method}, ${path}, 'SOME', 200, 1, ${path})`.execute(app.platform.db)
  const found = async (act: ActKind) => {
    const { list } = await user.get(actionLog.page, { query: { userName: 'doer', act } })
    return list.map(({ path }) => path).toSorted()
  }
  const gone = [vendors.destroy.path, parameters.remove.path]
  expect(await found('REMOVE')).toEqual([...gone, vendors.remove.path].toSorted())
  expect(await found('DESTROY')).toEqual(gone.toSorted())
  expect(await found('CHANGE')).toEqual([vendors.update.path])
  expect(await found('EXPORT')).toEqual([exported.path])
  expect(await found('SIGN_IN')).toEqual([])
})

it('finds a terminal by a part of its name, and all of its number among many', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const [id = ''] = await addDevices(app, await addEstate(app, 'Logged'), {
    orgId: app.rootId,
    prefix: 'LOG-',
    count: 1,
  })
  await sql`insert into action_log (at, user_name, method, path, permission, target_ids, before, after, code, duration_ms, request_id)
    values (now() - interval '1 minute', 'keeper', 'PUT', '/one', 'DEVICE_EDIT', array[${id}], '{"name": "Till by the door"}', '{"sn": "LOG-00000"}', 200, 1, 'one'),
      (now(), 'keeper', 'PUT', '/many', 'DEVICE_EDIT', array['a', ${id}, 'b'], null, null, 200, 1, 'many')`.execute(
    app.platform.db,
  )
  const found = async (query: Record<string, string>) => {
    const { list } = await user.get(actionLog.page, { query: { ...query, sortOrder: 'asc' } })
    return list.map(({ requestId }) => requestId)
  }
  expect(await found({ target: 'by the DOOR' })).toEqual(['one'])
  expect(await found({ target: 'log-00000' })).toEqual(['one', 'many'])
  expect(await found({ keyword: 'log-00000' })).toEqual(['one', 'many'])
  expect(await found({ target: 'LOG-000' })).toEqual(['one'])
  expect(await found({ target: id })).toEqual(['one', 'many'])
  expect(await found({ keyword: 'many' })).toEqual(['many'])
  expect(await found({ target: 'LOG-00002' })).toEqual([])
})

it('counts no further than its cap, and still shows what lies beyond', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  await sql`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
    select 'busy', 'POST', '/busy', 'BUSY_ADD', 200, 1, 'busy-' || number
    from generate_series(1, ${countCap + 30}) as number`.execute(app.platform.db)
  const look = (pageNum: number) =>
    user.get(actionLog.page, { query: { userName: 'busy', pageNum: String(pageNum) } })
  expect(await look(1)).toMatchObject({ total: countCap, capped: true })
  const beyond = await look(countCap / 20 + 2)
  expect(beyond).toMatchObject({ total: countCap, capped: true })
  expect(beyond.list).toHaveLength(10)
})

it('shows whoever sees only what is his own what he did himself', async () => {
  const wishes = {
    dataScope: 'SELF',
    permissions: ['LOG_LIST', 'LOG_DETAIL', 'VENDOR_ADD'],
  } as const
  const mine = await signedIn(app, wishes)
  const other = await signedIn(app, wishes)
  await other.get(vendors.add, { body: vendor('Theirs') })
  await mine.get(vendors.add, { body: vendor('Mine') })
  const { list } = await mine.get(actionLog.page, { query: {} })
  expect(list.map(({ targetName }) => targetName)).toEqual(['Mine'])
  const [{ id, at } = { id: '', at: '' }] = list
  expect(await mine.get(actionLog.detail, { query: { id, at } })).toMatchObject({ id })
  expect((await mine.get(signInLog.page, { query: {} })).list).toEqual([])
})

it('is sorted by time only, and refuses any other column', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  for (const page of [actionLog.page, signInLog.page]) {
    const sorted = await user.call(page, { query: { sortField: 'at', sortOrder: 'asc' } })
    expect(sorted.code).toBe(codes.success)
    const refused = await user.call(page, { query: { sortField: 'ip' } })
    expect(refused.code).toBe(codes.badRequest)
  }
})

it('walks from row to row, and by pages, through entries of one millisecond', async () => {
  const { db } = app.platform
  await sql`insert into sign_in_log (at, user_name, result)
    select '2020-01-01T00:00:00.000100Z'::timestamptz + n / 3 * interval '1 microsecond', 'walker', 'SUCCESS'
    from generate_series(1, 10) as n`.execute(db)
  const span = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }
  // All that a page of a log asks of its caller.
  const ctx = { db } as Parameters<typeof logPage>[0]
  type Row = { readonly id: string; readonly at: string }
  const pageOf = async (query: Parameters<typeof logPage>[1]['query']) =>
    (await logPage<Row>(ctx, { table: 'sign_in_log', view: 'sign_in_log_row', span, query }, []))
      .list
  for (const sortOrder of ['asc', 'desc'] as const) {
    const all = await pageOf({ pageNum: 1, pageSize: 100, sortOrder })
    expect(all).toHaveLength(10)
    const walked: Row[] = []
    const paged: Row[] = []
    for (let pageNum = 1; pageNum <= 4; pageNum++) {
      const page = { pageNum, pageSize: 3, sortOrder, total: 10 }
      walked.push(...(await pageOf({ ...page, after: walked.at(-1) })))
      paged.push(...(await pageOf(page)))
    }
    expect(walked).toEqual(all)
    expect(paged).toEqual(all)
  }
})

it('lets two transactions log the same new names in opposite order', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const [one, other] = [await app.platform.pool.connect(), await app.platform.pool.connect()]
  const note = (client: typeof one, name: string) =>
    client.query(
      `insert into action_log (at, user_name, method, path, permission, code, duration_ms, request_id)
        values (now(), $1, 'POST', '/some', 'SOME_ADD', 200, 1, $1)`,
      [name],
    )
  try {
    await Promise.all([one.query('begin'), other.query('begin')])
    await note(one, 'crossing-a')
    await note(other, 'crossing-b')
    // With a wait for the other's name, one of the two would end as a deadlock.
    await Promise.all([note(one, 'crossing-b'), note(other, 'crossing-a')])
    await Promise.all([one.query('commit'), other.query('commit')])
  } finally {
    one.release()
    other.release()
  }
  const found = async () =>
    (await user.get(actionLog.page, { query: { userName: 'crossing-' } })).total
  expect(await found()).toBe(4)
  await enterNames(app.platform)
  expect(await found()).toBe(4)
  const { rows } = await sql<{ name: string }>`select name from action_name
    where starts_with(name, 'crossing-') order by 1`.execute(app.platform.db)
  expect(rows.map(({ name }) => name)).toEqual(['crossing-a', 'crossing-b'])
})
