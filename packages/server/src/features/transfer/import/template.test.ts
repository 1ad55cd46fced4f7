import {
  type Call,
  devices,
  headers as headerNames,
  models,
  organizations,
  users,
} from '@muster/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importTo } from '../../../../test/importing.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await sql`insert into vendor (name, code) values ('Acme "<&>"', 'ACME'), ('Beta', 'BETA'), ('Old', 'OLD')`.execute(
    app.platform.db,
  )
  await sql`update vendor set status = 0 where code = 'OLD'`.execute(app.platform.db)
})
afterAll(() => app.close())

/** The parts of a list's template. */
async function template(page: Call, who = admin, language = 'en') {
  const query = { format: 'xlsx' } as const
  const headers = { [headerNames.language]: language }
  const { body } = await who.file(importTo(page).calls.template, { query }, headers)
  const zip = await fromBufferPromise(body)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))))
  return parts
}

const textsOf = (part = ''): string[] =>
  [...part.matchAll(/<t [^>]*>([^<]*)<\/t>|<c\/>/g)].map(([, text = '']) => text)

/** What the cells of a column offer: the values of its list on the hidden sheet. */
function offered(parts: ReadonlyMap<string, string>, field: string): string[] | null {
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const [, , fields = ''] = sheet.split('<row>')
  const column = String.fromCodePoint(65 + textsOf(fields).indexOf(field))
  const rule = new RegExp(`sqref="${column}4:[^"]*"><formula1>Choices!\\$(.)\\$1:\\$.\\$(\\d+)<`)
  const [, list = '', count] = rule.exec(sheet) ?? []
  if (count === undefined) return null
  const rows = (parts.get('xl/worksheets/sheet2.xml') ?? '').split('<row>').slice(1)
  const place = list.charCodeAt(0) - 65
  return rows.slice(0, Number(count)).map((row) => {
    const cells = row.split('</c>')
    return textsOf(cells[place])[0] ?? ''
  })
}

it('offers the values of a field and the records that can be named, on a sheet nobody sees', async () => {
  const parts = await template(models.page)
  expect(offered(parts, 'vendorId')).toEqual(['ACME', 'BETA'])
  expect(offered(parts, 'osType')).toContain('ANDROID')
  expect(offered(parts, 'name')).toBeNull()
  expect(parts.get('xl/workbook.xml')).toContain('name="Choices" sheetId="2" state="hidden"')
})

it('offers organisations as far as the caller sees them, and takes others from the same file', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Bank',
    code: 'BANK',
    parentId: app.rootId,
  })
  const teller = await signedIn(app, { orgId, permissions: ['ORGANIZATION_IMPORT'] })
  expect(offered(await template(organizations.page), 'parentId')).toEqual(['BANK', 'platform'])
  const own = await template(organizations.page, teller)
  expect(offered(own, 'parentId')).toEqual(['BANK'])
  const sheet = own.get('xl/worksheets/sheet1.xml') ?? ''
  const rules = [...sheet.matchAll(/<dataValidation [^>]*>/g)].map(([rule]) => rule)
  expect(rules.find((rule) => rule.includes('"D4:'))).not.toContain('showErrorMessage')
})

it('says which form a text must have', async () => {
  const hints = (await template(devices.page)).get('xl/worksheets/sheet1.xml') ?? ''
  expect(hints).toContain('8 to 16 letters A–Z or digits')
  expect(hints).toContain('1 to 15 letters A–Z or digits')
  expect(hints).toContain('>A day such as 2026-11-20<')
  expect(hints).not.toContain('Not in the expected form')
  expect(hints).toContain('>Tags, separated by commas<')
})

it('offers nothing where there are more records than anybody looks through', async () => {
  await sql`insert into vendor (name, code) select 'Many ' || number, 'M' || number
    from generate_series(1, 1000) as number`.execute(app.platform.db)
  expect(offered(await template(models.page), 'vendorId')).toBeNull()
  await sql`delete from vendor where code like 'M%'`.execute(app.platform.db)
})

it('lets several records stand in one cell', async () => {
  const sheet = (await template(users.page)).get('xl/worksheets/sheet1.xml') ?? ''
  const rules = [...sheet.matchAll(/<dataValidation [^>]*>/g)].map(([rule]) => rule)
  expect(rules.some((rule) => rule.includes('errorStyle="warning"'))).toBe(true)
})

it('says in the reader’s language what is wrong with another value', async () => {
  const parts = await template(models.page, admin, 'ar-IQ')
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('error="ليست من الخيارات المتاحة"')
  expect(app.failures).toEqual([])
})
