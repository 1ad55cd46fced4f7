import { codes, languageFiles, languageKeeping, languages, languageTexts } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { workbook } from '../../../../test/workbook.ts'
import { seedLanguages } from './languageSeed.ts'

let app: TestApp
let user: TestUser
let id: string
let params: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  await seedLanguages(app.platform.db)
  user = await signedIn(app, { isSuperAdmin: true })
  const body = { code: 'fr', name: 'French', nativeName: 'Français', direction: 'ltr' } as const
  id = (await user.get(languageKeeping.add, { body })).id
  params = { id }
})
afterAll(() => app.close())

async function fileOf(query: {
  format: 'json' | 'xlsx' | 'csv'
  part?: 'all' | 'missing' | 'own'
}) {
  return new Uint8Array((await user.file(languageFiles.takeOut, { params, query })).body)
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (body: Uint8Array<ArrayBuffer>) => user.call(languageFiles.read, { params, body })
const bringIn = (texts: Record<string, string>, dryRun = false) =>
  user.get(languageFiles.bringIn, { params, body: { texts, dryRun } })
const stateOf = async (key: string) => {
  const { list } = await user.get(languageTexts.page, { query: { languageId: id, key } })
  return list.find((text) => text.key === key)
}

it('words texts anew all at once, and tells before what it would do', async () => {
  const texts = { 'vendor.title': 'Fabricants', 'own.fr': 'Bonjour' }
  const told = await bringIn(texts, true)
  expect(told).toMatchObject({ isApplied: false, added: ['vendor.title', 'own.fr'], refused: [] })
  expect(await stateOf('vendor.title')).toMatchObject({ state: 'missing' })
  expect(await bringIn(texts)).toMatchObject({ isApplied: true })
  expect(await stateOf('vendor.title')).toMatchObject({ state: 'own', value: 'Fabricants' })
  expect(await bringIn(texts)).toMatchObject({ added: [], changed: [], unchanged: 2 })
})

it('applies nothing of a file in which one text lacks a place', async () => {
  const answer = await bringIn({ 'vendor.name': 'Nom', 'kit.total': 'Somme' })
  expect(answer).toMatchObject({ isApplied: false, refused: [{ key: 'kit.total' }] })
  expect(answer.refused[0]?.reason).toContain('{total}')
  expect(await stateOf('vendor.name')).toMatchObject({ state: 'missing' })
})

it('takes a text that is worded as it ships for no wording of one’s own', async () => {
  const { list } = await user.get(languageKeeping.page, { query: {} })
  const arabic = { id: list.find(({ code }) => code === 'ar-IQ')?.id ?? '' }
  const key = 'vendor.title'
  const pack = await user.get(languages.frontPack, { params: { code: 'ar-IQ' } })
  const write = (value: string) =>
    user.get(languageFiles.bringIn, {
      params: arabic,
      body: { texts: { [key]: value }, dryRun: false },
    })
  const own = async () =>
    (await user.get(languageKeeping.page, { query: {} })).list.find(({ code }) => code === 'ar-IQ')
      ?.own
  await write('الصانعون')
  expect(await own()).toBe(1)
  await write(pack[key] ?? '')
  expect(await own()).toBe(0)
})

it.each([
  // For translators, what is missing is empty.
  ['json', { 'vendor.title': 'Fabricants', 'vendor.code': '' }],
  ['xlsx', { 'vendor.title': 'Fabricants' }],
  ['csv', { 'vendor.title': 'Fabricants' }],
] as const)('reads back what it has written as %s', async (format, expected) => {
  await bringIn({ 'vendor.title': 'Fabricants' })
  const { texts } = await user.get(languageFiles.read, { params, body: await fileOf({ format }) })
  const seen = Object.entries(texts).filter(([key]) => /^vendor\.(title|code)$/.test(key))
  expect(Object.fromEntries(seen)).toEqual(expected)
})

it('gives translators what is missing, beside the English', async () => {
  const csv = new TextDecoder().decode(await fileOf({ format: 'csv', part: 'missing' }))
  expect(csv).toMatch(/^\uFEFF?key,en,fr,state\r\n/)
  expect(csv).toContain('vendor.code,Code,,missing')
  expect(csv).not.toContain('vendor.title,')
})

it.each([
  ['neither', 'hello', 'The first row must name the columns key and fr'],
  ['broken JSON', '{"a"', 'no file of texts'],
  [
    'another language',
    '{"format":"muster-language","language":"de","texts":{"a":"b"}}',
    'another language: de',
  ],
])('says what is wrong with a file: %s', async (_, content, sentence) => {
  const answer = await read(bytesOf(content))
  expect(answer.code).toBe(codes.badRequest)
  expect(JSON.stringify(answer.data)).toContain(sentence)
})

it('refuses a sheet that holds another thing than was typed, and letters that are not UTF-8', async () => {
  const text = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`
  const head = `<row>${text('key')}${text('note')}${text('fr')}</row>`
  const long = '<c><v>1.23456789012346E+17</v></c>'
  const book = (note: string, value: string) =>
    workbook(`${head}<row>${text('vendor.title')}${note}${value}</row>`)
  const sheet = async (note: string, value: string) => read(new Uint8Array(await book(note, value)))
  expect(await sheet(long, text('Fabricants'))).toMatchObject({
    code: codes.success,
    data: { texts: { 'vendor.title': 'Fabricants' } },
  })
  for (const value of [long, '<c><f>A1</f></c>', '<c t="e"><v>#N/A</v></c>']) {
    const refused = await sheet(text('x'), value)
    expect(refused.code).toBe(codes.badRequest)
    expect(JSON.stringify(refused)).toContain('Row 2: ')
  }
  const torn = await read(bytesOf('key,fr\nvendor.title,"x\nvendor.name,"y"\n'))
  expect(JSON.stringify(torn)).toContain('Row 2: ')
  const western = Uint8Array.from(Buffer.from('{"vendor.title": "Société"}', 'latin1'))
  expect((await read(western)).code).toBe(codes.badRequest)
})

it('names, disables and offers a language first, but never a disabled one', async () => {
  const body = { name: 'French (France)', nativeName: 'Français', direction: 'ltr' } as const
  expect(await user.get(languageKeeping.update, { params, body })).toMatchObject(body)
  await user.get(languageKeeping.setStatus, { params: { id, status: '0' } })
  const offered = await user.get(languages.list, {})
  expect(offered.map(({ code }) => code)).toEqual(['en', 'ar-IQ'])
  const setDefault = () => user.call(languageKeeping.setDefault, { params })
  expect((await setDefault()).code).toBe(codes.warning)
  await user.get(languageKeeping.setStatus, { params: { id, status: '1' } })
  const both = await Promise.all([setDefault(), setDefault()])
  expect(both.map(({ code }) => code)).toEqual([codes.success, codes.success])
  const { list } = await user.get(languageKeeping.page, { query: {} })
  expect(list.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['fr'])
  for (const refused of [
    user.call(languageKeeping.setStatus, { params: { id, status: '0' } }),
    user.call(languageKeeping.remove, { params }),
  ])
    expect((await refused).code).toBe(codes.warning)
})

it('gives terminals the texts of a module, and nothing where they have them', async () => {
  const { http } = app
  const first = await http.inject('/device/v1/lang/fr?module=vendor')
  expect(first.json()).toMatchObject({ 'vendor.title': 'Fabricants', 'vendor.code': 'Code' })
  expect(Object.keys(first.json()).every((key) => key.startsWith('vendor.'))).toBe(true)
  const headers = { 'if-none-match': String(first.headers.etag) }
  const url = '/device/v1/lang/fr?module=vendor'
  expect((await http.inject({ url, headers })).statusCode).toBe(304)
  expect((await http.inject('/device/v1/lang/xx')).statusCode).toBe(404)
})
