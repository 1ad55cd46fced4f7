import {
  codes,
  dictionaries,
  type DictionaryItem,
  dictionaryItems,
  languages,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { seedLanguages } from '../language/languageSeed.ts'
import { seedDictionaries } from './dictionarySeed.ts'

lifecycleSpec(dictionaries, {
  make: (n) => ({ code: `made.${n}`, name: `Made ${n}`, remark: null }),
  text: 'name',
  unique: 'code',
})

let home: string
lifecycleSpec(dictionaryItems, {
  prepare: async ({ platform }) => {
    const { id } = await platform.db
      .insertInto('dictionary')
      .values({ code: 'home', name: 'Home' })
      .returning('id')
      .executeTakeFirstOrThrow()
    home = id
  },
  make: (n) => ({
    dictionaryId: home,
    value: `V${n}`,
    label: `Label ${n}`,
    labels: { 'ar-IQ': 'اسم' },
    colour: 'good',
    sort: n,
    isDefault: false,
    extra: '{"days": 3}',
  }),
  text: 'label',
  unique: 'value',
})

describe('Dictionaries', () => {
  let app: TestApp
  let admin: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    await seedLanguages(app.platform.db)
    await seedDictionaries(app.platform.db)
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  let made = 0
  const dictionary = () => {
    made += 1
    return admin.get(dictionaries.add, { body: { code: `own.${made}`, name: `Own ${made}` } })
  }
  const item = (dictionaryId: string, value: string, more = {}) =>
    admin.get(dictionaryItems.add, {
      body: { dictionaryId, value, label: `Label ${value}`, ...more },
    })
  const itemsOf = async (dictionaryId: string) =>
    (await admin.get(dictionaryItems.page, { query: { dictionaryId, pageSize: 100 } })).list
  const valuesOf = async (id: string) => (await itemsOf(id)).map(({ value }) => value)
  const choices = (code: string, all?: '1', user = admin) =>
    user.get(dictionaries.choices, { params: { code }, query: { ...(all && { all }) } })
  const written = ({
    id,
    version,
    dictionaryId,
    value,
    label,
    labels,
    colour,
    sort,
    isDefault,
    extra,
  }: DictionaryItem) => ({
    id,
    version,
    dictionaryId,
    value,
    label,
    labels,
    colour,
    sort,
    isDefault,
    extra,
  })

  async function shipped(code: string, value: string): Promise<DictionaryItem> {
    const { list } = await admin.get(dictionaries.page, { query: { code } })
    const found = (await itemsOf(list[0]?.id ?? '')).find((one) => one.value === value)
    if (!found) throw new Error(`no ${value}`)
    return found
  }

  it('have the values of the product, in the words of its texts', async () => {
    const bank = (await choices('organization.type')).find(({ value }) => value === 'BANK')
    expect(bank).toMatchObject({ label: 'Bank', isEnabled: true, isDefault: false })
    const { list } = await admin.get(dictionaries.page, {
      query: { isSystem: 'true', pageSize: 100 },
    })
    expect(list.every(({ isSystem, itemCount }) => isSystem && itemCount > 0)).toBe(true)
    const presence = await choices('device.presence')
    expect(presence.map(({ value }) => value)).toEqual(['ONLINE', 'OFFLINE', 'NEVER'])
  })

  it('are worded anew for every screen, by the language packs, and back again', async () => {
    const bank = await shipped('organization.type', 'BANK')
    const labels = { en: 'Acquirer', 'ar-IQ': 'المصرف' }
    const after = await admin.get(dictionaryItems.update, { body: { ...written(bank), labels } })
    expect(after.labels).toEqual(labels)
    const pack = async (code: string) =>
      (await admin.get(languages.frontPack, { params: { code } }))['organization.type.BANK']
    expect(await pack('en')).toBe('Acquirer')
    expect(await pack('ar-IQ')).toBe('المصرف')
    expect((await choices('organization.type')).find(({ value }) => value === 'BANK')?.label).toBe(
      'Acquirer',
    )
    const back = await admin.get(dictionaryItems.update, {
      body: { ...written(after), labels: {} },
    })
    expect(back.labels).toEqual({})
    expect(await pack('en')).toBe('Bank')
    expect(await pack('ar-IQ')).not.toBe('المصرف')
  })

  it('keep what was edited through the next start', async () => {
    const lost = await shipped('device.lifecycle', 'LOST')
    await admin.get(dictionaryItems.setStatus, { params: { id: lost.id, status: '0' } })
    await seedDictionaries(app.platform.db)
    const found = async (all?: '1') =>
      (await choices('device.lifecycle', all)).find(({ value }) => value === 'LOST')
    expect(await found()).toBeUndefined()
    expect(await found('1')).toMatchObject({ isEnabled: false })
  })

  it('that ship neither go nor change their values, and take no others', async () => {
    const bank = await shipped('organization.type', 'BANK')
    const refused = [
      admin.call(dictionaryItems.remove, { params: { id: bank.id } }),
      admin.call(dictionaries.remove, { params: { id: bank.dictionaryId } }),
    ]
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({
        code: codes.warning,
        msg: expect.stringContaining('organization.type'),
      })
    const value = await admin.call(dictionaryItems.update, {
      body: { ...written(bank), value: 'B' },
    })
    expect(value).toMatchObject({ data: { fields: [{ field: 'value' }] } })
    const more = { dictionaryId: bank.dictionaryId, value: 'NEW', label: 'New' }
    expect(await admin.call(dictionaryItems.add, { body: more })).toMatchObject({
      data: { fields: [{ field: 'dictionaryId' }] },
    })
  })

  it('have one default, which the last chosen is, however many choose at once', async () => {
    const { id } = await dictionary()
    const items = await Promise.all(['A', 'B', 'C'].map((value) => item(id, value)))
    const choose = (one: DictionaryItem) =>
      admin.call(dictionaryItems.update, { body: { ...written(one), isDefault: true } })
    const answers = await Promise.all(items.map(choose))
    expect(answers.every(({ code }) => code === codes.success)).toBe(true)
    expect((await itemsOf(id)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    await item(id, 'D', { isDefault: true })
    expect((await itemsOf(id)).filter(({ isDefault }) => isDefault)).toMatchObject([{ value: 'D' }])
  })

  it('take a default back from the bin as an ordinary item', async () => {
    const { id } = await dictionary()
    const first = await item(id, 'A', { isDefault: true })
    await admin.get(dictionaryItems.remove, { params: { id: first.id } })
    await item(id, 'B', { isDefault: true })
    await admin.get(dictionaryItems.revert, { params: { id: first.id } })
    expect((await itemsOf(id)).filter(({ isDefault }) => isDefault)).toMatchObject([{ value: 'B' }])
  })

  it('are sorted by two at once without losing an item; the same item only once', async () => {
    const { id } = await dictionary()
    for (const [sort, value] of ['A', 'B', 'C', 'D'].entries()) await item(id, value, { sort })
    const [a, b, c, d] = await itemsOf(id)
    if (!a || !b || !c || !d) throw new Error('four items')
    const put = (one: DictionaryItem, before: string | null) =>
      admin.call(dictionaryItems.sort, { body: { id: one.id, version: one.version, before } })
    const same = await Promise.all([put(a, null), put(a, d.id)])
    expect(same.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
    const now = await itemsOf(id)
    expect(now.map(({ value }) => value).toSorted((x, y) => x.localeCompare(y))).toEqual([
      'A',
      'B',
      'C',
      'D',
    ])
    expect(now.map(({ sort }) => sort)).toEqual([0, 1, 2, 3])
    expect(await put(a, 'bad')).toMatchObject({ code: codes.badRequest })
  })

  it('keep the order of the others, and know no place in another dictionary', async () => {
    const [{ id }, other] = [await dictionary(), await dictionary()]
    for (const [sort, value] of ['A', 'B', 'C'].entries()) await item(id, value, { sort })
    const stranger = await item(other.id, 'X')
    const [a, , c] = await itemsOf(id)
    const put = (before: string | null) =>
      admin.call(dictionaryItems.sort, {
        body: { id: c?.id ?? '', version: c?.version ?? 0, before },
      })
    expect(await put(stranger.id)).toMatchObject({ code: codes.notFound })
    await put(a?.id ?? null)
    expect(await valuesOf(id)).toEqual(['C', 'A', 'B'])
  })

  it('refuse what is no JSON object, and answer it as one', async () => {
    const { id, code } = await dictionary()
    const body = { dictionaryId: id, value: 'A', label: 'A' }
    for (const extra of ['[]', '3', '{'])
      expect(await admin.call(dictionaryItems.add, { body: { ...body, extra } })).toMatchObject({
        data: { fields: [{ field: 'extra' }] },
      })
    await item(id, 'A', { extra: '{"days": 3}', labels: { en: 'Own' } })
    expect(await choices(code)).toMatchObject([{ label: 'Own', extra: { days: 3 } }])
  })

  it('are offered to whoever is signed in, unless they are disabled', async () => {
    const { id, code } = await dictionary()
    await item(id, 'A')
    const user = await signedIn(app)
    expect(await choices(code, undefined, user)).toHaveLength(1)
    await admin.get(dictionaries.setStatus, { params: { id, status: '0' } })
    expect(await choices(code, undefined, user)).toEqual([])
  })

  it('keep the code that their items are found by', async () => {
    const row = await dictionary()
    const { id, version, name } = row
    await item(id, 'A')
    const answer = await admin.call(dictionaries.update, {
      body: { id, version, name, code: 'other' },
    })
    expect(answer).toMatchObject({ data: { fields: [{ field: 'code' }] } })
  })
})
