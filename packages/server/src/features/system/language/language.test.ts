import { brotliDecompressSync } from 'node:zlib'
import {
  codes,
  fillPath,
  type Language,
  languageKeeping,
  languages,
  languageTexts,
  startAreas,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { seedLanguages } from './languageSeed.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await seedLanguages(app.platform.db)
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

async function languageOf(code: string): Promise<Language> {
  const { list } = await user.get(languageKeeping.page, { query: {} })
  const found = list.find((language) => language.code === code)
  if (!found) throw new Error(`no language ${code}`)
  return found
}

async function textOf(languageId: string, key: string) {
  const { list } = await user.get(languageTexts.page, { query: { languageId, key } })
  const found = list.find((text) => text.key === key)
  if (!found) throw new Error(`no text ${key}`)
  return found
}

const packOf = (code: string) => user.get(languages.frontPack, { params: { code } })

describe('the languages', () => {
  it('ship complete, English as the default', async () => {
    expect(await languageOf('en')).toMatchObject({ isDefault: true, direction: 'ltr', own: 0 })
    const arabic = await languageOf('ar-IQ')
    expect(arabic).toMatchObject({ isDefault: false, direction: 'rtl' })
    expect(arabic.translated).toBe(arabic.total)
  })

  it('say first what a console is drawn with first, as all of their texts say it', async () => {
    const start = await user.get(languages.startPack, { params: { code: 'ar-IQ' } })
    const whole = await packOf('ar-IQ')
    expect(whole).toMatchObject(start)
    expect(start['device.title']).toBe(whole['device.title'])
    expect(start['param.title']).toBeUndefined()
    const areas = new Set(Object.keys(start).map((key) => key.split('.', 1)[0]))
    expect(areas).toEqual(new Set(startAreas))
  })

  it('travel compressed where the browser takes that', async () => {
    const url = fillPath(languages.frontPack.path, { code: 'en' })
    const plain = await app.http.inject({ url })
    const small = await app.http.inject({
      url,
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload)
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  it('are added empty, with English in the place of every text', async () => {
    const body = { code: 'fr', name: 'French', nativeName: 'Français', direction: 'ltr' } as const
    const french = await user.get(languageKeeping.add, { body })
    expect(french).toMatchObject({ code: 'fr', translated: 0 })
    const query = { languageId: french.id, state: 'missing' } as const
    expect((await user.get(languageTexts.page, { query })).total).toBe(french.total)
    expect((await packOf('fr'))['vendor.title']).toBe('Vendors')
    expect(await user.call(languageKeeping.add, { body })).toMatchObject({ code: codes.duplicate })
  })

  it('are copied with all their texts', async () => {
    const source = await languageOf('ar-IQ')
    const body = { code: 'ar-JO', name: 'Arabic (Jordan)', nativeName: 'العربية (الأردن)' }
    const copy = await user.get(languageKeeping.copy, { params: { id: source.id }, body })
    expect(copy).toMatchObject({ direction: 'rtl', translated: source.translated })
    expect(await packOf('ar-JO')).toEqual(await packOf('ar-IQ'))
  })

  it('go, but not the default', async () => {
    const body = { code: 'de', name: 'German', nativeName: 'Deutsch', direction: 'ltr' } as const
    const { id } = await user.get(languageKeeping.add, { body })
    expect((await user.get(languageKeeping.remove, { params: { id } })).count).toBe(1)
    const english = await languageOf('en')
    const refused = await user.call(languageKeeping.remove, { params: { id: english.id } })
    expect(refused.code).toBe(codes.warning)
  })
})

describe('the texts of a language', () => {
  it('are found by key, module, wording and state', async () => {
    const { id: languageId } = await languageOf('ar-IQ')
    const count = async (query: object) =>
      (await user.get(languageTexts.page, { query: { languageId, ...query } })).total
    expect(await count({ key: 'vendor.title' })).toBe(1)
    expect(await count({ module: 'vendor' })).toBeGreaterThan(10)
    expect(await count({ value: 'المورّدون' })).toBeGreaterThan(0)
    expect(await count({ state: 'missing' })).toBe(0)
  })

  it('are reworded, survive a new version, and go back to what is shipped', async () => {
    const { id: languageId } = await languageOf('ar-IQ')
    const { id, value: shipped } = await textOf(languageId, 'vendor.title')
    await user.get(languageTexts.update, { params: { id }, body: { value: 'الصانعون' } })
    await seedLanguages(app.platform.db)
    await user.get(languageKeeping.refresh, { params: { id: languageId } })
    expect(await textOf(languageId, 'vendor.title')).toMatchObject({
      value: 'الصانعون',
      state: 'own',
    })
    expect((await packOf('ar-IQ'))['vendor.title']).toBe('الصانعون')
    await user.get(languageTexts.remove, { params: { id } })
    expect(await textOf(languageId, 'vendor.title')).toMatchObject({
      value: shipped,
      state: 'shipped',
    })
  })

  it.each([
    ['a place that the English text has is missing', 'Records moved', '{count}'],
    ['a place is nobody’s', '{count} records by {who}', '{who}'],
  ])('are refused when %s', async (_, value, named) => {
    const { id: languageId } = await languageOf('ar-IQ')
    const { id } = await textOf(languageId, 'kit.removed')
    const answer = await user.call(languageTexts.update, { params: { id }, body: { value } })
    expect(answer).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'value', message: expect.stringContaining(named) as string }] },
    })
  })

  it('may say the number of a plural form in words', async () => {
    const { id: languageId } = await languageOf('ar-IQ')
    const { id } = await textOf(languageId, 'kit.removed_one')
    await user.get(languageTexts.update, { params: { id }, body: { value: 'سجل واحد' } })
    expect(await textOf(languageId, 'kit.removed_one')).toMatchObject({ state: 'own' })
  })

  it('are added once, and those of one’s own go when they are removed', async () => {
    const { id: languageId } = await languageOf('en')
    const body = { languageId, key: 'own.greeting', value: 'Hello' }
    const { id } = await user.get(languageTexts.add, { body })
    expect(await user.call(languageTexts.add, { body })).toMatchObject({ code: codes.duplicate })
    await user.get(languageTexts.remove, { params: { id } })
    expect((await packOf('en'))['own.greeting']).toBeUndefined()
  })
})

it('words the refusals of the server, too, while it runs', async () => {
  const { id } = await languageOf('en')
  const text = await textOf(id, 'refusal.notFound')
  const params = { id: text.id }
  const refusal = async () =>
    (await user.call(languageTexts.update, { params: { id: app.rootId }, body: { value: 'x' } }))
      .msg
  const shipped = await refusal()
  await user.get(languageTexts.update, { params, body: { value: 'Nothing of that name.' } })
  await vi.waitFor(async () => expect(await refusal()).toBe('Nothing of that name.'), 60_000)
  await user.get(languageTexts.remove, { params })
  await vi.waitFor(async () => expect(await refusal()).toBe(shipped), 60_000)
})
