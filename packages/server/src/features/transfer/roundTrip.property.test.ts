import { exportOf, vendors } from '@muster/contract'
import { type CellObject, read, utils, write } from '@e965/xlsx'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imported } from '../../../test/importing.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'

// What another program wrote is imported, exported and read by that program: equal, or told.

let app: TestApp
let user: TestUser
let sheets = 0

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** A cell, and what a person sees in it; null: what is stored is another thing, which has to be told. */
interface Written {
  readonly cell: CellObject
  readonly shown: string | null
}

/** Blanks at the ends are left out by an import; a formula's sign at the beginning is the export's own matter. */
const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter(
    (text) =>
      text.trim() === text &&
      text.isWellFormed() &&
      !/^['=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|\p{Cc}|[\uFEFF\uFFFE\uFFFF]/u.test(text),
  )

const cells = fc.oneof(
  words.map((v): Written => ({ cell: { t: 's', v }, shown: v })),
  fc.nat().map((v): Written => ({ cell: { t: 'n', v }, shown: String(v) })),
  fc.boolean().map((v): Written => ({ cell: { t: 'b', v }, shown: v ? 'TRUE' : 'FALSE' })),
  fc.nat(999).map((v): Written => ({ cell: { t: 'n', v: v / 100, z: '0%' }, shown: `${v}%` })),
  fc.nat(999).map((v): Written => ({ cell: { t: 'n', v, f: 'A1+1' }, shown: String(v) })),
  fc
    .integer({ min: 1, max: 60_000 })
    .map((v): Written => ({ cell: { t: 'n', v: v + 61, z: 'yyyy-mm-dd' }, shown: null })),
  fc
    .integer({ min: 1_000_000, max: 9_000_000 })
    .map((v): Written => ({ cell: { t: 'n', v: v * 1e10 }, shown: null })),
  fc.nat(999).map((v): Written => ({ cell: { t: 'n', v, z: '00000-000' }, shown: null })),
  fc.constant<Written>({ cell: { t: 'e', v: 42 }, shown: null }),
)

/** What each row's remark is in a file that an export wrote; nothing where the row was refused. */
async function exported(sheet: string): Promise<ReadonlyMap<string, string>> {
  const columns = JSON.stringify([
    ['code', 'Code'],
    ['remark', 'Remark'],
  ])
  const query = { columns, format: 'xlsx', name: sheet }
  const { body } = await user.file(exportOf(vendors.page), { query })
  const { Sheets, SheetNames } = read(body, { type: 'buffer' })
  const first = Sheets[SheetNames[0] ?? '']
  const rows = first ? utils.sheet_to_json<string[]>(first, { header: 1, raw: true }) : []
  return new Map(rows.map(([code = '', remark = '']) => [code, remark]))
}

const codeOf = (sheet: string, place: number) => `${sheet}-${place}`

it.each([false, true])('a workbook, its days counted from 1904: %s', async (date1904) => {
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 12, maxLength: 20 }), async (written) => {
      const sheet = `BOOK${++sheets}X`
      const own = utils.aoa_to_sheet([
        ['code', 'name', 'contact', 'remark'],
        ...written.map((_, place) => [codeOf(sheet, place), codeOf(sheet, place), 'x', '']),
      ])
      for (const [place, { cell }] of written.entries())
        own[utils.encode_cell({ r: place + 1, c: 3 })] = cell
      const book = utils.book_new(own, 'Sheet1')
      book.Workbook = { WBProps: { date1904 } }
      const content = Buffer.from(
        String(write(book, { type: 'base64', bookType: 'xlsx' })),
        'base64',
      )
      const wish = { content, name: 'rows.xlsx', onFault: 'skip' } as const
      const { result } = await imported(user, vendors.page, wish)
      const told = new Set(result.faults.map(({ row }) => row))
      const found = await exported(sheet)
      const seen = written.map((_, place) =>
        told.has(place + 2) ? null : found.get(codeOf(sheet, place)),
      )
      expect(seen).toEqual(written.map(({ shown }) => shown))
    }),
    { numRuns: 3 },
  )
})

const western = 'abcXYZ0189 éüßñ€ŠŽ'

const texts = [
  { encoding: 'unicode', mark: ',', bytes: (text: string) => Buffer.from(text) },
  {
    encoding: 'unicode',
    mark: ';',
    bytes: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  },
  { encoding: 'unicode', mark: '|', bytes: (text: string) => Buffer.from(`sep=|\n${text}`) },
  { encoding: 'windows-1252', mark: '\t', bytes: westernBytes },
] as const

function westernBytes(text: string): Buffer {
  const decoder = new TextDecoder('windows-1252')
  const known = new Map(
    Array.from({ length: 256 }, (_, one) => [decoder.decode(Buffer.of(one)), one]),
  )
  return Buffer.from(Array.from(text).map((one) => known.get(one) ?? 63))
}

it.each(texts)('a text in $encoding, parted by "$mark"', async ({ encoding, mark, bytes }) => {
  const word = encoding === 'unicode' ? words : wordsOf(western)
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 12, maxLength: 20 }), async (remarks) => {
      const sheet = `TEXT${++sheets}X`
      const rows = remarks.map((one, place) => [
        codeOf(sheet, place),
        codeOf(sheet, place),
        'x',
        one,
      ])
      const all = [['code', 'name', 'contact', 'remark'], ...rows]
      const content = bytes(stringify(all, { delimiter: mark, quoted: true }))
      const { result } = await imported(user, vendors.page, { content, encoding })
      expect(result.faults).toEqual([])
      const found = await exported(sheet)
      expect(remarks.map((_, place) => found.get(codeOf(sheet, place)))).toEqual(remarks)
    }),
    { numRuns: 2 },
  )
})

function wordsOf(letters: string): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text)
}
