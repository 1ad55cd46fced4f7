import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx'
import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from './readSheet.ts'
import type { SheetRow } from './sheetFault.ts'

// Workbooks as another program writes them: each cell arrives equal, or with a doubt that is told.

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-books-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dayMs = 86_400_000
/** The first days that the two systems count alike with the calendar. */
const firstDay = { 1900: Date.UTC(1900, 2, 1), 1904: Date.UTC(1904, 0, 2) } as const
/** What each system counts from. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
type System = keyof typeof dayZero

interface Written {
  readonly cell: CellObject
  readonly text: string
  readonly doubt: string | null
}

const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  // XML holds no controls, and knows one kind of line end.
  .filter((one) => !/\p{Cc}|[\uFFFE\uFFFF]/u.test(one) && one.isWellFormed())
  .map((value): Written => ({ cell: { t: 's', v: value }, text: value, doubt: null }))

/** A sheet keeps fifteen digits: of what is larger it is told that some are lost. */
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value): Written => {
    const isLarge = Math.abs(value) >= 1e15
    const text = String(isLarge ? value : Number(value.toPrecision(15)))
    return { cell: { t: 'n', v: value }, text, doubt: isLarge ? 'digits' : null }
  })

const yesOrNo = fc.boolean().map(
  (value): Written => ({
    cell: { t: 'b', v: value },
    text: value ? 'TRUE' : 'FALSE',
    doubt: null,
  }),
)

const dayOf = (system: System) =>
  fc
    .tuple(
      fc.integer({ min: firstDay[system] / dayMs, max: Date.UTC(9999, 11, 31) / dayMs }),
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 86_399 })),
    )
    .map(([days, seconds]): Written => {
      const at = days * dayMs + seconds * 1000
      const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
      const z = seconds === 0 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss'
      return {
        cell: { t: 'n', v: (at - dayZero[system]) / dayMs, z },
        text: seconds === 0 ? day : `${day} ${time}`,
        doubt: 'date',
      }
    })

const percent = fc.integer({ min: -100_000, max: 100_000 }).map(
  (tenths): Written => ({
    cell: { t: 'n', v: tenths / 1000, z: '0.0%' },
    text: `${tenths / 10}%`,
    doubt: null,
  }),
)

/** What a sheet shows with dashes, places or letters that the number has not. */
const shownOtherwise = fc
  .tuple(
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.constantFrom('000-00-0000', '0000 0000', '0.00', '00000;@', '"SN"00000', '#,##0.0'),
  )
  .map(([v, z]): Written => ({ cell: { t: 'n', v, z }, text: String(v), doubt: 'format' }))

const whole = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('0', '#,##0', '[Red]0'))
  .map(([v, z]): Written => ({ cell: { t: 'n', v, z }, text: String(v), doubt: null }))

const formula = fc.integer({ min: -1000, max: 1000 }).map(
  (value): Written => ({
    cell: { t: 'n', f: 'A1+1', v: value },
    text: String(value),
    doubt: null,
  }),
)

const fault = fc.constant<Written>({ cell: { t: 'e', v: 42 }, text: '#N/A', doubt: 'error' })

const systems: readonly System[] = [1900, 1904]

it.each(systems.flatMap((system) => [true, false].map((shared) => ({ system, shared }))))(
  'a workbook of the system of $system, its texts kept apart: $shared, is read as it was written',
  async ({ system, shared }) => {
    const cell = fc.oneof(
      text,
      number,
      whole,
      shownOtherwise,
      yesOrNo,
      dayOf(system),
      percent,
      formula,
      fault,
    )
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const found = await read(bookOf(written, system), shared)
        for (const [place, row] of written.entries()) {
          const { cells = [], doubts = {} } = found[place] ?? {}
          const seen = row.map((_, at) => ({ text: cells[at] ?? '', doubt: doubts[at] ?? null }))
          expect(seen).toEqual(row.map(({ text, doubt }) => ({ text, doubt })))
        }
      }),
      { numRuns: 60 },
    )
  },
)

function bookOf(rows: readonly (readonly Written[])[], system: System): WorkBook {
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(() => null)))
  for (const [r, row] of rows.entries())
    for (const [c, { cell }] of row.entries()) sheet[utils.encode_cell({ r, c })] = cell
  const width = Math.max(...rows.map((row) => row.length))
  sheet['!ref'] = utils.encode_range({ r: 0, c: 0 }, { r: rows.length - 1, c: width - 1 })
  const book = utils.book_new(sheet, 'Sheet1')
  book.Workbook = { WBProps: { date1904: system === 1904 } }
  return book
}

/** The rows by their numbers: those without a cell are no rows. */
async function read(book: WorkBook, shared: boolean): Promise<SheetRow[]> {
  const path = join(folder, 'book.xlsx')
  // What it answers has no type.
  const bytes = String(write(book, { type: 'base64', bookType: 'xlsx', bookSST: shared }))
  await writeFile(path, bytes, 'base64')
  const found: SheetRow[] = []
  for await (const row of readSheet(path, 'unicode')) found[row.number - 1] = row
  return found
}
