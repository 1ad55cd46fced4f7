import { codes, importUpload, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported, importTo, resultRows, upload } from '../../../../test/importing.ts'
import { workbook } from '../../../../test/workbook.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const named = async (name: string) =>
  (await user.get(vendors.page, { query: { name, sortField: 'name' } })).list

describe('an import of vendors', () => {
  it('writes what the form would, under the headings of any language', async () => {
    const content = csv(
      ['Code *', 'الاسم', 'Warranty (months)', 'contact', 'Colour'],
      ['IMP1', 'Imported One', '٢٤', '=1+1', 'red'],
      ['IMP2', 'Imported Two', '', '', 'blue'],
    )
    const { task, result } = await imported(user, vendors.page, { content })
    expect(result.faults).toEqual([])
    expect(task).toMatchObject({ type: 'IMPORT', state: 'SUCCESS', done: 2, failed: 0 })
    expect(result).toMatchObject({ rows: 2, added: 2, refused: 0, ignored: ['Colour'] })
    expect(await named('Imported')).toMatchObject([
      { code: 'IMP1', warrantyMonths: 24, contact: '=1+1' },
      { code: 'IMP2', warrantyMonths: null, contact: '' },
    ])
    expect(await resultRows(user, task)).toEqual([
      ['Code *', 'الاسم', 'Warranty (months)', 'contact', 'Result', 'What is wrong'],
      ['IMP1', 'Imported One', '٢٤', "'=1+1", 'Added', ''],
      ['IMP2', 'Imported Two', '', '', 'Added', ''],
    ])
  })

  it('refuses what a workbook holds otherwise than it was typed, and says how to mend it', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (code: string, remark: string) =>
      `<row>${cell(code)}${cell(`Odd ${code}`)}${remark}</row>`
    const content = await workbook(
      `<row>${cell('code')}${cell('name')}${cell('remark')}</row>` +
        row('ODD1', '<c s="2"><v>46024.128</v></c>') +
        row('ODD2', '<c><v>1.23456789012346E+17</v></c>') +
        row('ODD3', '<c><f>A1</f></c>') +
        row('ODD4', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>') +
        row('ODD5', '<c t="b"><v>1</v></c>') +
        row('ODD6', '<c><v>1.1000000000000001</v></c>'),
    )
    const { result } = await imported(user, vendors.page, {
      content,
      name: 'rows.xlsx',
      onFault: 'skip',
    })
    expect(result.faults.map(({ row: at, column, message }) => [at, column, message])).toEqual([
      [2, 'remark', expect.stringContaining('made a day of this')],
      [3, 'remark', expect.stringContaining('keeps fifteen digits')],
      [4, 'remark', expect.stringContaining('has no value')],
      [5, 'remark', expect.stringContaining('has failed')],
    ])
    expect(await named('Odd')).toMatchObject([
      { code: 'ODD5', remark: 'TRUE' },
      { code: 'ODD6', remark: '1.1' },
    ])
  })

  it('checks without writing, and says what is wrong in which row', async () => {
    const content = csv(
      ['code', 'name', 'country', 'warrantyMonths', 'snRule'],
      ['CHK1', 'Checked', 'IQ', '12', ''],
      ['chk1', 'Twin', '', '', ''],
      ['C', 'Short code', 'Atlantis', '500', ''],
      ['CHK3', '', '', 'twelve', ''],
      ['CHK4', 'Rule', '', '', '(?=x)'],
      ['IMP1', 'Known code', '', '', ''],
    )
    const { task, result } = await imported(user, vendors.page, { content, mode: 'check' })
    expect(task).toMatchObject({ type: 'IMPORT_CHECK', state: 'SUCCESS', failed: 0 })
    expect(result).toMatchObject({ mode: 'check', rows: 6, added: 1, refused: 5 })
    expect(result.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'code', 'The same stands in row 2'],
      [4, 'code', 'At least 2 characters'],
      [4, 'country', 'Two letters of ISO 3166, such as IQ'],
      [4, 'warrantyMonths', 'At most 120'],
      [5, 'warrantyMonths', 'A whole number'],
      [5, 'name', 'Required'],
      [6, 'snRule', 'Not a regular expression without look-around and back-references'],
      [7, 'code', 'Already in use'],
    ])
    expect(await named('Checked')).toEqual([])
    const rows = await resultRows(user, task)
    expect(rows.map((row) => row.at(-2))).toEqual([
      'Result',
      'Added',
      ...Array.from({ length: 5 }, () => 'Refused'),
    ])
  })

  it('writes nothing when one row is bad, unless the bad ones shall be skipped', async () => {
    const content = csv(['code', 'name'], ['SKP1', 'Skip One'], ['SKP2', ''])
    const stopped = await imported(user, vendors.page, { content })
    expect(stopped.task).toMatchObject({ state: 'FAILED', message: 'import.stopped' })
    expect(await named('Skip')).toEqual([])
    const skipped = await imported(user, vendors.page, { content, onFault: 'skip' })
    expect(skipped.task).toMatchObject({ state: 'PARTIAL', done: 1, failed: 1 })
    expect(await named('Skip')).toMatchObject([{ code: 'SKP1' }])
  })

  it('changes what is there where that is asked for; an empty cell leaves its value', async () => {
    const first = csv(['code', 'name', 'contact'], ['CHG1', 'Change One', 'Ali'])
    await imported(user, vendors.page, { content: first })
    const content = csv(
      ['code', 'name', 'contact', 'country'],
      ['chg1', '', '', 'IQ'],
      ['IMP2', 'Imported Two', '', ''],
      ['CHG9', 'Nobody', '', ''],
    )
    const { result } = await imported(user, vendors.page, {
      content,
      aim: 'existing',
      onFault: 'skip',
    })
    expect(result).toMatchObject({ changed: 1, same: 1, refused: 1 })
    expect(await named('Change')).toMatchObject([
      { code: 'CHG1', contact: 'Ali', country: 'IQ', version: 2 },
    ])
  })

  it('asks for the rights of the form beside its own', async () => {
    const reader = await signedIn(app, { permissions: ['VENDOR_IMPORT', 'VENDOR_ADD'] })
    const { data } = await upload(reader, csv(['code', 'name'], ['RGT1', 'Right']))
    const { calls } = importTo(vendors.page)
    const body = { fileId: data.fileId, mode: 'apply', aim: 'both' } as const
    expect(await reader.call(calls.start, { body })).toMatchObject({
      code: codes.forbidden,
      data: { permission: 'VENDOR_EDIT' },
    })
    const other = await signedIn(app, { isSuperAdmin: true })
    expect(await other.call(calls.start, { body })).toMatchObject({ code: codes.badRequest })
    const nobody = await signedIn(app, { permissions: ['VENDOR_LIST'] })
    expect((await upload(nobody, 'code')).code).toBe(codes.forbidden)
  })

  it.each(['csv', 'xlsx'] as const)(
    'takes its own template back as %s, filled in',
    async (format) => {
      const { calls } = importTo(vendors.page)
      const { body, headers } = await user.file(calls.template, { query: { format } })
      expect(headers['content-disposition']).toContain(`vendor-template.${format}`)
      const empty = await imported(user, vendors.page, {
        content: body,
        name: `t.${format}`,
        mode: 'check',
      })
      expect(empty.task).toMatchObject({ state: 'FAILED', message: 'import.noRows' })
      if (format === 'xlsx') return
      const content = `${body.toString()}TPL1,From a template\r\n`
      const filled = await imported(user, vendors.page, { content })
      expect(filled.result).toMatchObject({ rows: 1, added: 1, ignored: [] })
    },
  )

  it('takes a file from its sender only, of a sheet’s name and a sane size', async () => {
    const url = `${importUpload.path}?ticket=made-up&name=rows.csv`
    const unknown = await app.http.inject({ method: 'POST', url, payload: 'code' })
    expect(unknown.json<{ code: number }>().code).toBe(codes.signInAgain)
    expect((await upload(user, 'MZ', 'rows.exe')).code).toBe(codes.badRequest)
    expect((await upload(user, '')).code).toBe(codes.badRequest)
    const large = Buffer.alloc(importUpload.bytes + 1, 'x')
    expect((await upload(user, large)).code).toBe(codes.tooLarge)
  })

  it('says what is wrong with a file as a whole', async () => {
    const said = async (content: string) =>
      (await imported(user, vendors.page, { content })).task.message
    expect(await said('colour,size\nred,1\n')).toContain('No headings were found')
    expect(await said('code,name\n')).toBe('import.noRows')
    await seedParameters(app.platform.db)
    await sql`update parameter set value = '3' where key = 'import.maxRows'`.execute(
      app.platform.db,
    )
    const many = csv(['code', 'name'], ...[1, 2, 3, 4].map((n) => [`MNY${n}`, `Many ${n}`]))
    expect(await said(many)).toBe('The file has more than 3 rows. Split it.')
    await sql`update parameter set value = null where key = 'import.maxRows'`.execute(
      app.platform.db,
    )
  })
})
