import { codes, organizationPages, type PageName, site } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callPublic } from '../../../../test/publicCalls.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'
import { sanitize } from './sanitize.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let shopId: string

const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  await seed(app.platform.db, null)
  admin = await signedIn(app, { isSuperAdmin: true })
  bankId = await add('bank', app.rootId)
  shopId = await add('shop', bankId)
})
afterAll(() => app.close())

interface Text {
  readonly page?: PageName
  readonly language?: string
  readonly html: string
}

async function write(id: string, { page = 'terms', language = 'en', html }: Text) {
  const params = { id, page }
  const pages = await admin.get(organizationPages.get, { params })
  const version = pages.find((one) => one.language === language)?.version ?? 0
  return admin.call(organizationPages.save, { params, body: { language, html, version } })
}

const visit = (url: string, language = '') =>
  app.http.inject({ url, headers: { 'accept-language': language } })

describe('the HTML of a page', () => {
  it.each([
    ['<p>Plain <b>text</b></p>', '<p>Plain <b>text</b></p>'],
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="position:fixed">x</p>', '<p>x</p>'],
    ['<img src="https://spy.example/p.png"><iframe src="/"></iframe>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    [
      '<a href="https://a.example/" target="_top">x</a>',
      '<a href="https://a.example/" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<form action="/x"><input name="password"></form>', ''],
    ['<style>body{display:none}</style><h1 dir="rtl">x</h1>', '<h1 dir="rtl">x</h1>'],
    ['<p>never closed', '<p>never closed</p>'],
  ])('%s is kept as %s', (given, kept) => {
    expect(sanitize(given)).toBe(kept)
  })
})

describe('a page of an organisation', () => {
  it('is that of the nearest organisation above that has one', async () => {
    await write(bankId, { html: '<p>of the bank</p>' })
    const url = `/pages/${shopId}/terms`
    expect((await visit(url)).body).toContain('of the bank')
    const pages = await admin.get(organizationPages.get, { params: { id: shopId, page: 'terms' } })
    expect(pages.find(({ language }) => language === 'en')).toMatchObject({
      html: '',
      above: { name: 'bank' },
    })
    await write(shopId, { html: '<p>of the shop</p>' })
    expect((await visit(url)).body).toContain('of the shop')
    await write(shopId, { html: '' })
    expect((await visit(url)).body).toContain('of the bank')
  })

  it('is shown in the language that the reader asks for, where it is written in it', async () => {
    await write(bankId, { html: '<p>شروط</p>', language: 'ar-IQ' })
    const arabic = await visit(`/pages/${bankId}/terms`, 'ar-IQ,ar;q=0.8')
    expect(arabic.body).toContain('<html lang="ar-IQ" dir="rtl">')
    expect((await visit(`/pages/${bankId}/terms?language=en`, 'ar-IQ')).body).toContain(
      'of the bank',
    )
    expect((await visit(`/pages/${bankId}/terms`, 'fr')).body).toContain('of the bank')
  })

  it('runs nothing, fetches nothing, and is framed by nobody but the console', async () => {
    const { headers } = await visit(`/pages/${bankId}/terms`)
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox'])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  it.each(['nonsense', 'help', "terms'--"])('that is not there (%s) is not found', async (page) => {
    expect((await visit(`/pages/${bankId}/${encodeURIComponent(page)}`)).statusCode).toBe(404)
  })

  it('is not written over what somebody else has saved, nor in a language that is not offered', async () => {
    const params = { id: bankId, page: 'terms' as const }
    const late = { language: 'en', html: 'late', version: 0 }
    const answer = await admin.call(organizationPages.save, { params, body: late })
    expect(answer.code).toBe(codes.versionConflict)
    const body = { language: 'xx', html: 'x', version: 0 }
    expect(await admin.call(organizationPages.save, { params, body })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'language' }] },
    })
  })

  it('is changed only by who sees the organisation', async () => {
    const seller = await signedIn(app, { orgId: shopId, permissions: ['ORG_HTML'] })
    const params = { id: bankId, page: 'terms' as const }
    expect((await seller.call(organizationPages.get, { params })).code).toBe(codes.notFound)
    const own = { id: shopId, page: 'terms' as const }
    const pages = await seller.get(organizationPages.get, { params: own })
    expect(pages.find(({ language }) => language === 'en')?.above).toEqual({ name: null })
  })
})

it('of the highest organisation is linked from the sign-in page', async () => {
  expect((await callPublic(app, site.init, {})).data.termsUrl).toBeNull()
  const { rows } = await app.platform.pool.query<{ id: string }>(
    'select id from organization where parent_id is null order by id limit 1',
  )
  const id = rows[0]?.id ?? ''
  await write(id, { html: '<p>ours</p>' })
  const { termsUrl, privacyUrl } = (await callPublic(app, site.init, {})).data
  expect(termsUrl).toBe(`/pages/${id}/terms`)
  expect(privacyUrl).toBeNull()
  expect((await visit(termsUrl ?? '')).body).toContain('ours')
})
