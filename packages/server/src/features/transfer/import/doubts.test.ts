import { type Call, fileTasks, headers as headerNames, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported, importTo, resultRows } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { workbook } from '../../../../test/workbook.ts'
import { marked, unmarked } from './doubts.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** Codes and remarks of vendors whose names begin so. */
async function named(start: string) {
  const { rows } = await sql<{
    code: string
    remark: string | null
  }>`select code, remark from vendor
    where name like ${`${start}%`} and deleted_at is null order by code`.execute(app.platform.db)
  return rows
}

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

it('refuses what was doubted once more when its result sheet comes back, until it is written anew', async () => {
  const row = (code: string, name: string, remark: string) =>
    `<row>${inline(code)}${inline(name)}${remark}</row>`
  const content = await workbook(
    [
      row('code', 'name', inline('remark')),
      row('DBT1', 'Doubted 1', '<c><v>1.23456789012346E+17</v></c>'),
      row('DBT2', 'Doubted 2', '<c><f>A1</f></c>'),
      row('DBT3', 'Doubted 3', '<c t="e"><v>#N/A</v></c>'),
      row('D', 'Doubted 4', inline('good')),
    ].join(''),
  )
  const wish = { name: 'rows.xlsx', onFault: 'skip' } as const
  const first = await imported(user, vendors.page, { ...wish, content })
  expect(first.result).toMatchObject({ added: 0, refused: 4 })
  const sheetOf = async ({ task }: typeof first) => {
    const { body } = await user.file(fileTasks.download, { params: { id: task.fileId ?? '' } })
    return body
  }
  const second = await imported(user, vendors.page, { ...wish, content: await sheetOf(first) })
  expect(second.result).toMatchObject({ added: 0, refused: 4 })
  expect(second.result.faults.map(({ row: at, value, message }) => [at, value, message])).toEqual(
    first.result.faults.map(({ row: at, value, message }) => [at, value, message]),
  )
  expect(await named('Doubted')).toEqual([])
})

it('refuses a row whose cell another one covers, and a number that was saved without its digits', async () => {
  const row = (...cells: string[]) => `<row>${cells.map(inline).join('')}</row>`
  const sheet = `<worksheet><sheetData>${row('code', 'name', 'remark')}${row('MRG1', 'Merged 1', 'x')}${row('MRG2', 'Merged 2')}</sheetData>
    <mergeCells><mergeCell ref="C2:C3"/></mergeCells></worksheet>`
  const book = {
    content: await workbook('', { 'xl/worksheets/sheet1.xml': sheet }),
    name: 'rows.xlsx',
  }
  const merged = await imported(user, vendors.page, { ...book, onFault: 'skip' })
  expect(merged.result.faults).toMatchObject([
    { row: 3, column: 'remark', message: expect.stringContaining('merged with another one') },
  ])
  expect(await named('Merged')).toEqual([{ code: 'MRG1', remark: 'x' }])
  const content = 'code,name,remark\nSHT1,Short 1,8.97E+17\n'
  const { result } = await imported(user, vendors.page, { content, onFault: 'skip' })
  expect(result.faults).toMatchObject([{ row: 2, column: 'remark', value: '8.97E+17' }])
  expect(await named('Short')).toEqual([])
})

it('refuses a row with more cells than headings, and its result sheet too', async () => {
  const content = 'code,name,remark\nMOR1,More 1, Inc,old till\nMOR2,More 2,fine,,\n'
  const first = await imported(user, vendors.page, { content, onFault: 'skip' })
  expect(first.result.faults).toMatchObject([
    {
      row: 2,
      column: null,
      message: expect.stringContaining('more cells than there are headings'),
    },
  ])
  expect(await named('More')).toEqual([{ code: 'MOR2', remark: 'fine' }])
  const rows = await resultRows(user, first.task)
  expect(rows[1]?.slice(0, 3)).toEqual(['#cells! MOR1', 'More 1', ' Inc'])
  const again = await imported(user, vendors.page, {
    content: csv(...rows.slice(0, 2)),
    aim: 'new',
  })
  expect(again.result.faults).toMatchObject([{ row: 2, column: 'code', value: 'MOR1' }])
  expect(await named('More 1')).toEqual([])
})

it('refuses a row in which others may stand, since a quote is not closed', async () => {
  const content = 'code,name,remark\nTRN1,Torn 1,"x\nTRN2,Torn 2,"y"\nTRN3,Torn 3,12" screen\n'
  const { result } = await imported(user, vendors.page, { content, onFault: 'skip' })
  expect(result.faults).toMatchObject([
    { row: 2, column: null, message: expect.stringContaining('is not closed') },
  ])
  expect(await named('Torn')).toEqual([{ code: 'TRN3', remark: '12" screen' }])
})

it('tells of a workbook which columns have cells and no heading', async () => {
  const row = (...cells: string[]) => `<row>${cells.map(inline).join('')}</row>`
  const content = await workbook(
    row('code', '', 'name', 'Colour') + row('BAR1', 'x', 'Bare 1', 'red', '', 'note'),
  )
  const { result } = await imported(user, vendors.page, { content, name: 'rows.xlsx' })
  expect(result).toMatchObject({
    added: 1,
    ignored: ['Colour', 'column B, which has no heading', 'column F, which has no heading'],
  })
})

it('takes rows that begin with a mark for rows, and only what its own template says for its hint', async () => {
  const template = async (page: Call, language: string) => {
    const query = { format: 'csv' } as const
    const headers = { [headerNames.language]: language }
    return String((await user.file(importTo(page).calls.template, { query }, headers)).body)
  }
  for (const language of ['en', 'ar-IQ']) {
    const name = `Hinted ${language}`
    const rows = `${await template(vendors.page, language)}${csv([name, `HNT${language.slice(0, 2)}`])}`
    const { result } = await imported(user, vendors.page, { content: rows, mode: 'check' })
    expect(result).toMatchObject({ rows: 1 })
  }
  const content = csv(
    ['remark', 'code', 'name'],
    ['#12, Main St', 'HSH1', 'Hash 1'],
    ['# two', 'HSH2', 'Hash 2'],
  )
  const { result } = await imported(user, vendors.page, { content })
  expect(result).toMatchObject({ rows: 2, added: 2 })
})

it.each(['12', '#12', '# 12', '#digits 12'])('finds no mark in %s', (text) => {
  expect(unmarked(text)).toEqual({ text })
  expect(unmarked(marked('digits', text))).toEqual({ text, doubt: 'digits' })
})
