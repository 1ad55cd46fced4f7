import { codes, type Recyclable } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Announcement } from '../src/platform/liveHub.ts'
import { type Fields, fieldsOf, type LifecycleBench, nobody, type Row } from './lifecycleBench.ts'

export function recycling(the: () => LifecycleBench): void {
  destroying(the)

  it('moves a record to the bin and back', async () => {
    const row = await the().add({ [the().of.text]: 'Binned' })
    const params = { id: row.id }
    expect(await the().do('remove', { params })).toMatchObject({ count: 1 })
    expect((await the().page({ keyword: 'Binned' })).total).toBe(0)
    expect(await the().do('list', { query: { keyword: 'Binned' } })).toEqual([])
    const hidden = [the().ask('detail', { params }), the().ask('update', the().edit(row, {}))]
    for (const answer of await Promise.all(hidden)) expect(answer.code).toBe(404)
    const { list, total } = await the().bin({ keyword: 'Binned' })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ id: row.id, deletedBy: 'layla' })
    expect(Date.parse(String(list[0]?.['deletedAt']))).toBeGreaterThan(Date.now() - 60_000)
    await the().do('revert', { params })
    expect((await the().bin({ keyword: 'Binned' })).total).toBe(0)
    expect(await the().row(row.id)).toMatchObject({ [the().of.text]: 'Binned' })
  })

  it('moves, reverts and destroys many, or none when one of them is not there', async () => {
    const ids = (await the().three('Batched')).map(({ id }) => id)
    const odd = { body: { ids: [...ids, nobody] } }
    expect(await the().ask('removeMany', odd)).toMatchObject({ code: 404 })
    expect((await the().page({ keyword: 'Batched' })).total).toBe(3)
    expect(await the().do('removeMany', { body: { ids: [...ids, ...ids] } })).toMatchObject({
      count: 3,
    })
    expect(await the().ask('revertMany', odd)).toMatchObject({ code: 404 })
    expect((await the().bin({ keyword: 'Batched' })).total).toBe(3)
    expect(await the().do('revertMany', { body: { ids } })).toMatchObject({ count: 3 })
    await the().do('removeMany', { body: { ids } })
    expect(await the().ask('destroyMany', odd)).toMatchObject({ code: 404 })
    expect(await the().do('destroyMany', { body: { ids } })).toMatchObject({ count: 3 })
    expect((await the().bin({ keyword: 'Batched' })).total).toBe(0)
    expect(await the().ask('removeMany', { body: { ids: [] } })).toMatchObject({ code: 400 })
  })
}

function destroying(the: () => LifecycleBench): void {
  it('destroys only what lies in the bin', async () => {
    const { id } = await the().add()
    expect(await the().ask('destroy', { params: { id } })).toMatchObject({ code: 404 })
    await the().row(id)
    await the().do('remove', { params: { id } })
    expect(await the().do('destroy', { params: { id } })).toEqual({ count: 1 })
    expect(await the().ask('revert', { params: { id } })).toMatchObject({ code: 404 })
  })

  it('refuses to revert a record whose place was taken, and loses neither', async () => {
    const { unique, freed = unique } = the().of
    const first = await the().add()
    await the().do('remove', { params: { id: first.id } })
    const { id: _id, version: _version, ...body } = (the().edit(first, {}) as { body: Row }).body
    const second = await the().ask('add', {
      body: { ...the().fields(), [freed]: body[freed], ...sameParent(body) },
    })
    expect(second.code).toBe(200)
    const answer = await the().ask('revert', { params: { id: first.id } })
    expect(answer).toMatchObject({ status: 409, code: codes.duplicate })
    expect(fieldsOf(answer)).toEqual([freed])
    expect((await the().bin()).list.map(({ id }) => id)).toContain(first.id)
  })
}

/** A place is often unique within a parent only. */
const sameParent = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) =>
      ['areaId', 'parentId', 'vendorId', 'templateRevId'].includes(key),
    ),
  )

export function emptying(the: () => LifecycleBench): void {
  it('reverts the whole bin', async () => {
    await the().do('clear')
    const ids = (await the().three('Whole')).map(({ id }) => id)
    await the().do('removeMany', { body: { ids } })
    expect(await the().do('revertAll')).toEqual({ count: 3 })
    expect((await the().bin()).total).toBe(0)
    expect((await the().page({ keyword: 'Whole' })).total).toBe(3)
  })

  it('clears the bin and nothing else', async () => {
    const [kept, ...gone] = await the().three('Cleared')
    await the().do('removeMany', { body: { ids: gone.map(({ id }) => id) } })
    expect(await the().do('clear')).toEqual({ count: 2 })
    expect((await the().bin()).total).toBe(0)
    expect(await the().row(kept?.id ?? '')).toMatchObject(kept ?? {})
    expect(await the().do('clear')).toEqual({ count: 0 })
  })
}

export function racing(the: () => LifecycleBench): void {
  deciding(the)
  storming(the)

  it('lets one of two editors win who save at once', async () => {
    const { text } = the().of
    const row = await the().add()
    const answers = await Promise.all([
      the().ask('update', the().edit(row, { [text]: 'Left' }), the().layla),
      the().ask('update', the().edit(row, { [text]: 'Right' }), the().omar),
    ])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
      200,
      codes.versionConflict,
    ])
    const won = answers[0].code === 200 ? 'Left' : 'Right'
    expect(await the().row(row.id)).toMatchObject({ [text]: won, version: row.version + 1 })
  })

  it('resurrects nothing when a record is edited and removed at once', async () => {
    for (let round = 0; round < 5; round++) {
      const row = await the().add()
      const params = { id: row.id }
      const [edited, removed] = await Promise.all([
        the().ask('update', the().edit(row, { [the().of.text]: 'Raced' }), the().omar),
        the().ask('remove', { params }),
      ])
      expect(removed.code).toBe(200)
      expect([200, 404]).toContain(edited.code)
      expect(await the().ask('detail', { params })).toMatchObject({ code: 404 })
    }
  })
}

/** Two who edit, switch, remove and revert one record at once, for a few rounds. */
function storming(the: () => LifecycleBench): void {
  it('loses and resurrects nothing when two edit, switch, remove and revert at once', async () => {
    const row = await the().add()
    const params = { id: row.id }
    const done = { edits: 0, removals: 0, reverts: 0 }
    let version = row.version
    for (let round = 0; round < 6; round++) {
      const [edited, switched, removed, reverted] = await Promise.all([
        the().ask('update', the().edit({ ...row, version }, { [the().of.text]: `Round ${round}` })),
        the().ask('setStatus', { params: { ...params, status: '1' } }, the().omar),
        the().ask('remove', { params }, the().omar),
        the().ask('revert', { params }),
      ])
      for (const { code } of [edited, switched, removed, reverted])
        expect([codes.success, 404, codes.versionConflict]).toContain(code)
      done.edits += edited.code === codes.success ? 1 : 0
      // It is enabled already: nothing to write.
      expect((switched.data as { count: number } | null)?.count ?? 0).toBe(0)
      done.removals += removed.code === codes.success ? 1 : 0
      done.reverts += reverted.code === codes.success ? 1 : 0
      version = row.version + done.edits + done.removals + done.reverts
    }
    const isGone = done.removals > done.reverts
    expect(done.removals - done.reverts).toBe(isGone ? 1 : 0)
    expect((await the().ask('detail', { params })).code).toBe(isGone ? 404 : codes.success)
    if (isGone) await the().do('revert', { params })
    // Each write that was told to be done raised the version once, and nothing else did.
    expect(await the().row(row.id)).toMatchObject({ version: version + (isGone ? 1 : 0) })
  })
}

function deciding(the: () => LifecycleBench): void {
  it('either reverts or destroys when both come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await the().add()
      const params = { id }
      await the().do('remove', { params })
      const [reverted, destroyed] = await Promise.all([
        the().ask('revert', { params }),
        the().ask('destroy', { params }, the().omar),
      ])
      expect([reverted.code, destroyed.code].sort((a, b) => a - b)).toEqual([200, 404])
      expect(await the().ask('detail', { params })).toMatchObject({ code: reverted.code })
    }
  })

  it('removes a record once when two remove it at once', async () => {
    const params = { id: (await the().add()).id }
    const answers = await Promise.all([
      the().ask('remove', { params }),
      the().ask('remove', { params }, the().omar),
    ])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 404])
  })
}

export function tracing(the: () => LifecycleBench): void {
  it('writes the action log for each write, also for a refused one', async () => {
    const row = await the().add()
    const params = { id: row.id }
    await the().do('update', the().edit(row, { [the().of.text]: 'Logged' }), the().omar)
    await the().ask('update', the().edit(row, { [the().of.text]: 'Stale' }))
    await the().do('setStatus', { params: { ...params, status: '0' } })
    for (const name of ['remove', 'revert', 'remove', 'destroy'] as const)
      await the().do(name, { params })
    const { rows } = await sql<Row>`select method, path, permission, user_name, code from action_log
      where ${row.id} = any(target_ids) or request ->> 'id' = ${row.id}
      order by at, id`.execute(the().app.platform.db)
    const { calls } = the()
    const line = (name: keyof Recyclable, userName = 'layla', code: number = codes.success) => {
      const { method, path, permission } = calls[name]
      return { method, path, permission, userName, code }
    }
    expect(rows).toEqual([
      line('add'),
      line('update', 'omar'),
      line('update', 'layla', codes.versionConflict),
      ...(['setStatus', 'remove', 'revert', 'remove', 'destroy'] as const).map((name) =>
        line(name),
      ),
    ])
  })

  it('tells the consoles after the commit which records changed', async () => {
    const heard: Announcement[] = []
    const stop = the().app.platform.live.subscribe((change) => heard.push(change))
    const { id } = await the().add()
    const base = the().calls.page.path.replace('/page', '')
    await expect
      .poll(() => heard.some(({ path, ids }) => path === base && ids.includes(id)))
      .toBe(true)
    stop()
  })
}
