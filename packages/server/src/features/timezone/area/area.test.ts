import { type Area, areas, timezones } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { seedTimezones } from '../timezoneSeed.ts'
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

describe('the codes of an area', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
    await seedTimezones(app.platform.db)
  })
  afterAll(() => app.close())

  const add = (fields: object) =>
    user.call(areas.add, { body: { name: 'Here', code: 'HERE', type: 'country', ...fields } })

  it('are those of ISO, whatever letters are typed', async () => {
    expect(await add({ iso2: 'XX' })).toMatchObject({
      data: { fields: [{ field: 'iso2', message: 'No country has this code' }] },
    })
    expect(await add({ currency: 'XXY' })).toMatchObject({
      data: { fields: [{ field: 'currency', message: 'No currency has this code' }] },
    })
    expect((await add({ iso2: 'iq', iso3: 'irq', currency: 'iqd' })).data).toMatchObject({
      iso2: 'IQ',
      iso3: 'IRQ',
      currency: 'IQD',
    })
  })

  it('come with the countries of an empty installation, below their continents', async () => {
    const { list } = await user.get(areas.page, { query: { keyword: 'Iraq' } })
    expect(list).toMatchObject([
      {
        code: 'IQ',
        type: 'country',
        parentName: 'Asia',
        iso3: 'IRQ',
        phoneCode: '+964',
        currency: 'IQD',
        timezoneName: 'Baghdad',
      },
    ])
    const { total } = await user.get(areas.page, { query: { type: 'country' } })
    expect(total).toBeGreaterThan(240)
    expect((await user.get(areas.page, { query: { type: 'continent' } })).total).toBe(7)
  })

  it('can be saved as they were shipped: every one keeps to the rules of the form', async () => {
    const odd: string[] = []
    for (let pageNum = 1; pageNum <= 3; pageNum++) {
      const query = { type: 'country', pageSize: '100', pageNum: String(pageNum) } as const
      const { list } = await user.get(areas.page, { query })
      for (const country of list) {
        const body = areas.update.schemas.body.safeParse(formOf(country))
        if (!body.success) odd.push(country.name)
      }
    }
    expect(odd).toEqual([])
  })

  it('keep a time zone while it is the usual one somewhere', async () => {
    const [zone] = (await user.get(timezones.page, { query: { zoneId: 'Asia/Baghdad' } })).list
    const refused = await user.call(timezones.remove, { params: { id: zone?.id ?? '' } })
    expect(refused).toMatchObject({ code: 102, msg: 'It is the usual time zone of Iraq' })
  })
})

/** What the form over an area sends. */
function formOf(area: Area): object {
  const members = Object.keys(areas.update.schemas.body._zod.def.shape)
  return Object.fromEntries(members.map((name) => [name, Reflect.get(area, name)]))
}
