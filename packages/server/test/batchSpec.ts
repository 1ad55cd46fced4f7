import { type BatchReply, codes } from '@muster/contract'
import { expect, it } from 'vitest'
import type { LifecycleBench, Row } from './lifecycleBench.ts'

/** What every batch call of a life cycle must do with records that are named by a list or by rows. */
export function batching(the: () => LifecycleBench): void {
  matching(the)
  undoing(the)

  it('enables and disables many, and writes only what changes', async () => {
    const [first, ...others] = await the().three('Switched')
    await the().do('setStatus', { params: { id: first?.id, status: '0' } })
    const ids = [first, ...others].map((row) => row?.id)
    const done = await the().do('setStatusMany', { params: { status: '0' }, body: { ids } })
    expect(done).toMatchObject({ count: 2 })
    const { rows = [] } = done as BatchReply
    expect(rows.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
    const { list } = await the().page({ keyword: 'Switched' })
    expect(list.map(({ status, version }) => [status, version])).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ])
  })

  it('takes one way of naming records, and only one', async () => {
    const { id } = await the().add()
    for (const body of [
      {},
      { ids: [id], matching: {}, count: 1 },
      { ids: [id], count: 1 },
      { matching: {} },
      { rows: [] },
      { matching: { passwordHash: 'x' }, count: 1 },
      { matching: { pageNum: 1 }, count: 1 },
    ])
      expect(await the().ask('removeMany', { body })).toMatchObject({ status: 400, code: 400 })
  })
}

function matching(the: () => LifecycleBench): void {
  it('moves what a list shows to the bin, back, and destroys it', async () => {
    const ids = (await the().three('Matched')).map(({ id }) => id).sort()
    const other = await the().add({ [the().of.text]: 'Left alone' })
    const body = { matching: { keyword: 'Matched' }, count: 3 }
    for (const call of ['removeMany', 'revertMany', 'removeMany', 'destroyMany'] as const) {
      const done = (await the().do(call, { body })) as BatchReply
      expect(done).toMatchObject({ count: 3, refused: [] })
      expect(done.rows?.map(({ id }) => id).sort()).toEqual(ids)
    }
    expect((await the().bin({ keyword: 'Matched' })).total).toBe(0)
    expect(await the().row(other.id)).toMatchObject(other)
  })

  it('changes nothing when others match by now, and says how many', async () => {
    await the().three('Counted')
    for (const count of [2, 4, 0]) {
      const body = { matching: { keyword: 'Counted' }, count }
      const answer = await the().ask('removeMany', { body })
      expect(answer).toMatchObject({ status: 409, code: codes.countChanged, data: { count: 3 } })
    }
    expect((await the().page({ keyword: 'Counted' })).total).toBe(3)
    const body = { matching: { keyword: 'Nobody is called so' }, count: 0 }
    expect(await the().do('removeMany', { body })).toMatchObject({ count: 0 })
  })
}

function undoing(the: () => LifecycleBench): void {
  it('takes a removal back, but not of what somebody changed since', async () => {
    const all = (await the().three('Undone')).map(({ id }) => id)
    const { rows = [] } = (await the().do('removeMany', { body: { ids: all } })) as BatchReply
    const [theirs, gone, mine] = all
    await the().do('revert', { params: { id: theirs } }, the().omar)
    await the().do('destroy', { params: { id: gone } }, the().omar)
    const back = (await the().do('revertMany', { body: { rows: asked(rows) } })) as BatchReply
    expect(back).toMatchObject({ count: 1, rows: [{ id: mine }] })
    const changed = 'Somebody has changed it meanwhile'
    expect(new Map(back.refused?.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([theirs, gone].map((id) => [id, changed])),
    )
  })

  it('takes a change of status back, but not under an edit of somebody else', async () => {
    const all = await the().three('Turned')
    const [first] = all as [Row]
    const off = { params: { status: '0' }, body: { ids: all.map(({ id }) => id) } }
    const { rows = [] } = (await the().do('setStatusMany', off)) as BatchReply
    const row = await the().row(first.id)
    await the().do('update', the().edit(row, { [the().of.text]: 'Turned by Omar' }), the().omar)
    const body = { rows: asked(rows) }
    const back = await the().do('setStatusMany', { params: { status: '1' }, body })
    expect(back).toMatchObject({ count: 2, refused: [{ id: first.id }] })
    const { list } = await the().page({ keyword: 'Turned', sortField: 'status' })
    expect(list.map(({ id, status }) => [id === first.id, status])).toEqual([
      [true, 0],
      [false, 1],
      [false, 1],
    ])
  })
}

const asked = (rows: NonNullable<BatchReply['rows']>) =>
  rows.map(({ id, version }) => ({ id, version }))
