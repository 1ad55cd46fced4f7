import { codes, columnsOf } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fieldsOf,
  LifecycleBench,
  type LifecycleCalls,
  type LifecycleCase,
  nobody,
  type Row,
} from './lifecycleBench.ts'
import { batching } from './batchSpec.ts'
import { emptying, racing, recycling, tracing } from './recycleSpec.ts'
import { signedIn, startTestApp, type TestApp } from './testApp.ts'

/**
 * What every resource with the record life cycle must do: run it in the resource's own test file
 * with a way to make records.
 */
export function lifecycleSpec(calls: LifecycleCalls, of: LifecycleCase): void {
  let app: TestApp
  let bench: LifecycleBench

  beforeAll(async () => {
    app = await startTestApp()
    await of.prepare?.(app)
    const [layla, omar] = await Promise.all(
      ['layla', 'omar'].map((userName) => signedIn(app, { isSuperAdmin: true, userName })),
    )
    if (layla && omar) bench = new LifecycleBench(calls, of, { app, layla, omar })
  })
  afterAll(async () => {
    expect(app.failures).toEqual([])
    await app.close()
  })

  const the = () => bench
  describe(`the life cycle of ${calls.page.path.replace('/page', '')}`, () => {
    listing(the)
    choosing(the)
    spanning(the)
    adding(the)
    refusing(the)
    editing(the)
    recycling(the)
    batching(the)
    emptying(the)
    racing(the)
    tracing(the)
  })
}

function listing(the: () => LifecycleBench): void {
  it('pages, with the whole count on each page', async () => {
    const word = 'Paged'
    const rows = await the().three(word)
    const [first, second] = await Promise.all(
      [1, 2].map((pageNum) => the().page({ keyword: word, pageNum, pageSize: 2 })),
    )
    expect(first).toMatchObject({ total: 3, pageNum: 1, pageSize: 2 })
    expect(second).toMatchObject({ total: 3, pageNum: 2, pageSize: 2 })
    const shown = [...(first?.list ?? []), ...(second?.list ?? [])].map(({ id }) => id)
    expect(shown.sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it('answers an empty page beyond the last, still with the count', async () => {
    await the().three('Beyond')
    expect(await the().page({ keyword: 'Beyond', pageNum: 9 })).toMatchObject({
      list: [],
      total: 3,
    })
  })

  it('sorts both ways by a column of its rows and refuses any other', async () => {
    await the().three('Sorted')
    const { text } = the().of
    const query = { keyword: 'Sorted', sortField: text }
    const up = await the().page({ ...query, sortOrder: 'asc' })
    const down = await the().page({ ...query, sortOrder: 'desc' })
    expect(up.list.map((row) => row[text])).toEqual(['Sorted a', 'Sorted b', 'Sorted c'])
    expect(down.list).toEqual(up.list.toReversed())
    for (const sortField of ['nothing', 'deletedAt;drop table app_user', 'passwordHash', ''])
      expect(await the().ask('page', { query: { sortField } })).toMatchObject({
        status: 400,
        code: 400,
      })
  })
}

function choosing(the: () => LifecycleBench): void {
  it('sorts by each member of a row, or says that it does not', async () => {
    for (const list of ['page', 'recyclePage'] as const)
      for (const sortField of columnsOf(the().calls[list])) {
        const { code } = await the().ask(list, { query: { sortField, sortOrder: 'desc' } })
        expect([codes.success, codes.badRequest], `${list} by ${sortField}`).toContain(code)
      }
  })

  it.each(['updatedBy', 'createdAt', 'version', 'status'])('sorts by %s', async (sortField) => {
    await the().add()
    expect((await the().page({ sortField, sortOrder: 'desc' })).list).not.toEqual([])
  })

  it('takes the letters of a keyword literally', async () => {
    const { text } = the().of
    const meant = await the().add({ [text]: 'Lit_era' })
    await the().add({ [text]: 'LitXera' })
    expect((await the().page({ keyword: 'lit_ERA' })).list.map(({ id }) => id)).toEqual([meant.id])
    expect((await the().page({ keyword: '%' })).total).toBe(0)
    expect((await the().page({ keyword: '\\' })).total).toBe(0)
    expect((await the().page({ keyword: "'; --" })).total).toBe(0)
  })

  it('refuses a page of more than 100 rows, a page 0 and an unknown filter', async () => {
    for (const query of [
      { pageSize: 101 },
      { pageNum: 0 },
      { pageNum: 'x' },
      { passwordHash: 'x' },
    ])
      expect(await the().ask('page', { query })).toMatchObject({ status: 400, code: 400 })
  })

  it('offers pickers the enabled records, and a disabled one that a form names', async () => {
    const [on, off] = await the().three('Picked')
    await the().do('setStatus', { params: { id: off?.id, status: '0' } })
    const offered = (await the().do('list', { query: { keyword: 'Picked' } })) as Row[]
    expect(offered.map(({ id }) => id)).toContain(on?.id)
    expect(offered.map(({ id }) => id)).not.toContain(off?.id)
    expect(await the().do('list', { query: { id: off?.id } })).toMatchObject([{ id: off?.id }])
  })
}

function spanning(the: () => LifecycleBench): void {
  it('lists what was made or changed from one moment on and before another', async () => {
    const word = 'Spanned'
    const [first, second] = await the().three(word)
    const { createdAt = '' } = (await the().row(second?.id ?? '')) as { createdAt?: string }
    const changed = (await the().do(
      'update',
      the().edit(await the().row(first?.id ?? ''), {}),
    )) as Row & { updatedAt: string }
    const found = async (query: object) =>
      (await the().page({ keyword: word, ...query })).list.map(({ id }) => id)
    const from = await found({ createdFrom: createdAt })
    const before = await found({ createdTo: createdAt })
    expect(from).toContain(second?.id)
    expect(before).not.toContain(second?.id)
    expect([...from, ...before]).toHaveLength(3)
    expect(await found({ updatedFrom: changed.updatedAt })).toEqual([first?.id])
    expect(await found({ updatedTo: changed.updatedAt })).not.toContain(first?.id)
    expect(await the().ask('page', { query: { createdFrom: 'yesterday' } })).toMatchObject({
      status: 400,
    })
  })
}

function adding(the: () => LifecycleBench): void {
  it('adds a record and shows it', async () => {
    const fields = the().fields()
    const row = await the().add(fields)
    expect(row).toMatchObject({ ...fields, status: 1, version: 1, updatedBy: 'layla' })
    // The record by itself may tell more than its row.
    expect(await the().row(row.id)).toMatchObject(row)
    const newest = { pageSize: 100, sortField: 'createdAt', sortOrder: 'desc' } as const
    const [listed] = (await the().page(newest)).list
    // A list may leave out what it is asked for apart.
    expect(row).toMatchObject({ ...listed, id: listed?.id ?? 'none' })
  })

  it('refuses a member that it does not know, at that member', async () => {
    for (const more of [
      { nonsense: 1 },
      { passwordHash: 'x' },
      { createdBy: nobody },
      { deletedAt: null },
    ]) {
      const answer = await the().ask('add', { body: the().fields(more) })
      expect(answer).toMatchObject({ status: 400, code: 400 })
      expect(answer.data).toMatchObject({ fields: [{ field: Object.keys(more)[0] }] })
    }
  })

  it('refuses a record without what it needs, at each missing member', async () => {
    const answer = await the().ask('add', { body: {} })
    expect(answer).toMatchObject({ status: 400, code: 400 })
    expect(fieldsOf(answer)).toContain(the().of.unique)
  })
}

function refusing(the: () => LifecycleBench): void {
  it('refuses a value that is taken, at its field', async () => {
    const { unique } = the().of
    const first = await the().add()
    const twin = { ...the().of.make(1), ...the().edit(first, {}) }
    const { id: _id, version: _version, ...body } = (twin as { body: Row }).body
    const answer = await the().ask('add', { body })
    expect(answer).toMatchObject({ status: 409, code: codes.duplicate })
    expect(fieldsOf(answer)).toEqual([unique])
  })

  it('knows no record that nobody made', async () => {
    const params = { id: nobody }
    expect(await the().ask('detail', { params })).toMatchObject({ status: 404, code: 404 })
    const body = { ...the().fields(), id: nobody, version: 1 }
    expect(await the().ask('update', { body })).toMatchObject({ status: 404, code: 404 })
    for (const name of ['remove', 'revert', 'destroy'] as const)
      expect(await the().ask(name, { params })).toMatchObject({ status: 404, code: 404 })
    expect(await the().ask('detail', { params: { id: 'x' } })).toMatchObject({
      status: 400,
      code: 400,
    })
  })
}

function editing(the: () => LifecycleBench): void {
  it('writes a change and raises the version', async () => {
    const row = await the().add()
    const { text } = the().of
    const after = (await the().do(
      'update',
      the().edit(row, { [text]: 'Changed' }),
      the().omar,
    )) as Row
    expect(after).toMatchObject({ [text]: 'Changed', version: row.version + 1, updatedBy: 'omar' })
    expect(await the().row(row.id)).toMatchObject(after)
  })

  it('refuses an edit of an older version and names the other editor', async () => {
    const row = await the().add()
    const { text } = the().of
    await the().do('update', the().edit(row, { [text]: 'Of Omar' }), the().omar)
    const answer = await the().ask('update', the().edit(row, { [text]: 'Of Layla' }))
    expect(answer).toMatchObject({ status: 409, code: codes.versionConflict })
    expect(answer.msg).toContain('omar')
    expect(answer.data).toMatchObject({ version: row.version + 1 })
    expect(await the().row(row.id)).toMatchObject({ [text]: 'Of Omar' })
  })

  it('enables and disables', async () => {
    const { id } = await the().add()
    expect(await the().do('setStatus', { params: { id, status: '0' } })).toMatchObject({
      count: 1,
      rows: [{ id, version: 2 }],
    })
    expect(await the().row(id)).toMatchObject({ status: 0, version: 2 })
    expect(await the().do('setStatus', { params: { id, status: '0' } })).toMatchObject({ count: 0 })
    expect(await the().row(id)).toMatchObject({ version: 2 })
    await the().do('setStatus', { params: { id, status: '1' } })
    expect(await the().row(id)).toMatchObject({ status: 1 })
    expect(await the().ask('setStatus', { params: { id, status: '2' } })).toMatchObject({
      status: 400,
    })
  })
}
