import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbook } from '../../../../test/workbook.ts'
import { readSheet } from './readSheet.ts'
import type { SheetRow } from './sheetFault.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-merges-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(book: WorkBook | Buffer): Promise<SheetRow[]> {
  const path = join(folder, 'book.xlsx')
  // What it answers has no type.
  if (Buffer.isBuffer(book)) await writeFile(path, book)
  else await writeFile(path, String(write(book, { type: 'base64', bookType: 'xlsx' })), 'base64')
  const rows: SheetRow[] = []
  for await (const row of readSheet(path, 'unicode')) rows.push(row)
  return rows
}

/** A sheet of texts with some cells merged: `A1:A2`. */
function sheetOf(rows: readonly (readonly (string | null)[])[], merges: string[] = []): WorkSheet {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!merges'] = merges.map((one) => utils.decode_range(one))
  return sheet
}

const doubtsOf = (rows: readonly SheetRow[]) =>
  rows.flatMap(({ number, doubts = {} }) =>
    Object.entries(doubts).map(([place, doubt]) => [number, Number(place), doubt]),
  )

describe('a cell that another one covers', () => {
  it('is doubted, below and beside where its value stands, as far as there are headings', async () => {
    const rows = [
      ['code', 'organisation', 'remark'],
      ['A', 'North', null],
      ['B', null, null],
      ['C', null, 'x'],
      ['D', 'South', 'y'],
      ['E', 'East', null],
    ]
    const found = await read(utils.book_new(sheetOf(rows, ['B2:B4', 'B6:Z6']), 'Sheet1'))
    expect(found.map(({ cells: [code] }) => code)).toEqual(['code', 'A', 'B', 'C', 'D', 'E'])
    expect(doubtsOf(found)).toEqual([
      [3, 1, 'merged'],
      [4, 1, 'merged'],
      [6, 2, 'merged'],
    ])
  })

  it('makes no row of one that holds nothing, nor doubts a title above the headings', async () => {
    const rows = [['Terminals of the north'], ['code', 'name'], ['A', 'x'], [null, null]]
    const book = utils.book_new(sheetOf(rows, ['A1:XFD1', 'A4:B4']), 'Sheet1')
    expect(doubtsOf(await read(book))).toEqual([])
  })

  it('is found behind the text of a long sheet, wherever its parts are cut', async () => {
    const filler = Array.from({ length: 400 }, (_, at) => [`code ${at}`, `name ${at * 7919}`])
    for (let more = 0; more < 12; more++) {
      const rows = [...filler, ['x'.repeat(more), 'last'], ['y', null]]
      const range = `B${rows.length - 1}:B${rows.length}`
      const found = await read(utils.book_new(sheetOf(rows, [range]), 'Sheet1'))
      expect(doubtsOf(found)).toEqual([[rows.length, 1, 'merged']])
    }
  })

  it('may be named in a broken way without harm', async () => {
    const text = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`
    const merges = ['A1', 'x', '', 'B2:A1', 'A0:A9999999'].map((ref) => `<mergeCell ref="${ref}"/>`)
    const sheet = `<worksheet><sheetData><row>${text('code')}</row><row>${text('A')}</row></sheetData><mergeCells>${merges.join('')}</mergeCells></worksheet>`
    const found = await read(await workbook('', { 'xl/worksheets/sheet1.xml': sheet }))
    expect(found.map(({ cells }) => cells)).toEqual([['code'], ['A']])
  })
})

describe('the sheet that is read', () => {
  const codes = (rows: readonly SheetRow[]) => rows.map(({ cells: [code] }) => code)

  it.each([1, 2] as const)(
    'is the first one that is shown (%i: how others are hidden)',
    async (Hidden) => {
      const book = utils.book_new(sheetOf([['of last year']]), 'Old')
      utils.book_append_sheet(book, sheetOf([['of this year']]), 'New')
      book.Workbook = { Sheets: [{ Hidden }, { Hidden: 0 }] }
      expect(codes(await read(book))).toEqual(['of this year'])
    },
  )
})
