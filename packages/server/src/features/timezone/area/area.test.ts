import { areas } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

lifecycleSpec(areas, {
  make: (n) => ({ name: `Area ${n}`, code: `AREA-${n}`, type: 'zone', parentId: null }),
  text: 'name',
  unique: 'code',
})

describe('the tree of areas', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (code: string, parentId: string | null = null) =>
    user.get(areas.add, { body: { name: code, code, type: 'zone', parentId } })

  const move = ({ id, code, version }: Awaited<ReturnType<typeof add>>, parentId: string | null) =>
    user.call(areas.update, { body: { id, version, name: code, code, type: 'zone', parentId } })

  async function chain(name: string, length: number) {
    const all = [await add(`${name}-0`)]
    for (let n = 1; n < length; n++) all.push(await add(`${name}-${n}`, all.at(-1)?.id))
    return all
  }

  it('has no circles', async () => {
    const [top, , low] = await chain('circle', 3)
    if (!top || !low) throw new Error('no chain')
    const field = {
      data: { fields: [{ field: 'parentId', message: 'A record cannot lie below itself' }] },
    }
    expect(await move(top, low.id)).toMatchObject({ status: 400, ...field })
    expect(await move(top, top.id)).toMatchObject({ status: 400, ...field })
  })

  it('has no circle when two areas move below each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await add(`one-${round}`), await add(`other-${round}`)]
      const answers = await Promise.all([move(one, other.id), move(other, one.id)])
      expect(answers.filter(({ code }) => code === 400)).toHaveLength(1)
    }
  })

  it('has five levels, however they come about', async () => {
    const deep = await chain('deep', 5)
    const body = { name: 'x', code: 'too-deep', type: 'zone', parentId: deep[4]?.id } as const
    expect(await user.call(areas.add, { body })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'parentId', message: 'The tree may have at most 5 levels' }] },
    })
    const [two] = await chain('two', 2)
    if (!two) throw new Error('no chain')
    expect((await move(two, deep[3]?.id ?? null)).code).toBe(400)
    expect((await move(two, deep[2]?.id ?? null)).code).toBe(200)
  })

  it('keeps an area while another lies below it, and removes both together', async () => {
    const ids = (await chain('kept', 2)).map(({ id }) => id)
    const refused = await user.call(areas.remove, { params: { id: ids[0] ?? '' } })
    expect(refused).toMatchObject({ code: 102, msg: 'Area kept-1 lies below this one' })
    await user.get(areas.removeMany, { body: { ids } })
    expect((await user.call(areas.revert, { params: { id: ids[1] ?? '' } })).code).toBe(102)
    await user.get(areas.revertMany, { body: { ids } })
  })
})
