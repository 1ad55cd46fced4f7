import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { isAscii, isUtf8 } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedTexts, workbook } from '../../../../test/workbook.ts'
import { writeSheet } from '../write/writeSheet.ts'
import { readSheet } from './readSheet.ts'
import type { SheetRow } from './sheetFault.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** fast-check prints the seed of a run that fails; the same seed repeats it. */
const runs = { numRuns: 60 }

type Encoding = Parameters<typeof readSheet>[1]

async function read(content: Buffer | string, encoding: Encoding = 'unicode') {
  const path = join(folder, 'sheet')
  await writeFile(path, content)
  const rows: SheetRow[] = []
  for await (const row of readSheet(path, encoding)) rows.push(row)
  return rows
}

/** The letters of an encoding of one byte, each by its byte; those that stand for nothing are left out. */
function lettersOf(encoding: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(encoding)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  return new Map(
    bytes
      .filter((byte) => byte >= 0x20 && byte !== 0x7f)
      .map((byte) => [decoder.decode(Buffer.of(byte)), byte] as const)
      .filter(([letter]) => !/\p{Cc}/u.test(letter)),
  )
}

const western = lettersOf('windows-1252')

/** How a person's program may have saved a file of text, and what is chosen when it is imported. */
const encodings = {
  'UTF-8': { chosen: 'unicode', bytes: (text: string) => Buffer.from(text) },
  'UTF-8 with its mark': {
    chosen: 'unicode',
    bytes: (text: string) => Buffer.from(`\uFEFF${text}`),
  },
  'UTF-16': { chosen: 'unicode', bytes: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
  'Windows-1252': {
    chosen: 'windows-1252',
    bytes: (text: string) =>
      Buffer.from(Array.from(text).map((one) => western.get(one) ?? one.charCodeAt(0))),
  },
} as const satisfies Record<string, { chosen: Encoding; bytes: (text: string) => Buffer }>

const separators = { comma: ',', semicolon: ';', tab: '\t', 'bar that the first line names': '|' }

const kinds = Object.entries(encodings).flatMap(([encoding, { chosen, bytes }]) =>
  Object.entries(separators).map(([name, mark]) => ({ encoding, chosen, bytes, name, mark })),
)

/** What a cell of text may hold. */
const cellIn = (encoding: string) => {
  const unit =
    encoding === 'Windows-1252'
      ? fc.constantFrom(...western.keys(), '\n', '\r')
      : fc.oneof(
          fc.constantFrom(...Array.from('",;|\t\n\r =+-@\'0123456789٠١٢')),
          fc.string({ unit: 'grapheme', maxLength: 1 }),
        )
  return fc
    .string({ unit, maxLength: 12 })
    .filter((text) => !/\0|^\uFEFF/u.test(text) && text.isWellFormed())
}

/** A text with its line ends, as files have them that were joined or edited elsewhere: taken one after the other. */
const endings = fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1, maxLength: 4 })

/** An apostrophe before a formula is an export's own, which a sheet that is none of ours has not. */
const isForeign = (text: string) => !/^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text)

describe('a CSV file', () => {
  it.each(kinds)('in $encoding, parted by $name, is read as it was written', async (kind) => {
    const { encoding, chosen, bytes, name, mark } = kind
    const rows = fc.array(
      fc.array(cellIn(encoding).filter(isForeign), { minLength: 2, maxLength: 2 }),
      {
        maxLength: 6,
      },
    )
    await fc.assert(
      fc.asyncProperty(rows, endings, fc.boolean(), async (cells, ends, quoted) => {
        const all = [['code', 'name'], ...cells]
        const options = { delimiter: mark, eof: false, quote_record_delimiter: true }
        const endOf = (place: number) => ends[place % ends.length] ?? '\n'
        const text = all
          .map((row, place) => stringify([row], { ...options, quoted }).concat(endOf(place)))
          .join('')
        const named = name.startsWith('bar') ? `sep=${mark}${endOf(0)}${text}` : text
        const content = bytes(named)
        // Letters by chance that read as UTF-8, too: such a file is refused.
        fc.pre(chosen === 'unicode' || isAscii(content) || !isUtf8(content))
        const found = (await read(content, chosen)).map((row) => row.cells)
        expect(found.filter((row) => row.length > 1)).toEqual(all)
      }),
      runs,
    )
  })
})

/** A line of text with cells that are quoted, plain or of so many inches, and the cells that it has. */
const lineOf = (mark: string) => {
  const letters = (minLength: number, units: string) =>
    fc.string({ unit: fc.constantFrom(...Array.from(units)), minLength, maxLength: 5 })
  const plain = letters(0, 'ab 1').map((text) => ({ raw: text, text }))
  const inches = letters(1, 'ab1').map((text) => ({ raw: `${text}"`, text: `${text}"` }))
  const quoted = letters(0, `ab"\n\r${mark}`).map((text) => ({
    raw: `"${text.replaceAll('"', '""')}"`,
    text,
  }))
  const torn = fc
    .tuple(letters(1, `ab\n\r${mark}`), letters(1, 'ab "'))
    .map(([one, other]) => ({ raw: `"${one}"${other.replace(/^"/, 'a')}`, text: null }))
  const cell = fc.oneof(plain, inches, quoted, { arbitrary: torn, weight: 1 })
  return fc.array(cell, { minLength: 0, maxLength: 3 })
}

describe('a CSV file of a hand', () => {
  it.each([',', ';', '\t', '|'])(
    'parted by "%s" has all its rows and cells, or tells',
    async (mark) => {
      await fc.assert(
        fc.asyncProperty(fc.array(lineOf(mark), { maxLength: 5 }), endings, async (lines, ends) => {
          const written = lines.map((cells, place) => [
            { raw: `k${place}`, text: `k${place}` },
            ...cells,
          ])
          const text = written
            .map((cells, place) =>
              cells
                .map(({ raw }) => raw)
                .join(mark)
                .concat(ends[place % ends.length] ?? '\n'),
            )
            .join('')
          const found = await read(`sep=${mark}\n${text}`)
          const rows = found.slice(1).map(({ cells, isTorn = false }) => ({
            cells: isTorn ? cells.slice(0, 1) : cells,
            isTorn,
          }))
          expect(rows).toEqual(
            written.map((cells, place) => {
              const isTorn = cells.some((cell) => cell.text === null)
              return { cells: isTorn ? [`k${place}`] : cells.map((cell) => cell.text), isTorn }
            }),
          )
        }),
        runs,
      )
    },
  )
})

const dayMs = 86_400_000
const styles = `<styleSheet><numFmts count="3"><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="164" formatCode="0.00%"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<cellXfs count="7"><xf/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="166"/></cellXfs></styleSheet>`
const book = (is1904: boolean) =>
  `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`

async function cellOf(cell: string, is1904 = false) {
  const parts = { 'xl/styles.xml': styles, 'xl/workbook.xml': book(is1904) }
  const [row] = await read(await workbook(`<row r="1">${cell}</row>`, parts))
  return { text: row?.cells[0] ?? '', doubt: row?.doubts?.['0'] ?? null }
}

describe('a cell of a workbook', () => {
  it.each([
    { system: 1900, style: 1 },
    { system: 1900, style: 2 },
    { system: 1904, style: 1 },
    { system: 1904, style: 2 },
  ])(
    'that is a day of the system of $system in style $style is that day, and told',
    async (kind) => {
      const is1904 = kind.system === 1904
      // Hours of the day 0 are hours of no day.
      const first = is1904 ? Date.UTC(1904, 0, 2) : Date.UTC(1900, 2, 1)
      const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
      const day = fc.integer({ min: first / dayMs, max: Date.UTC(9999, 11, 31) / dayMs })
      const second = fc.integer({ min: 0, max: 86_399 })
      await fc.assert(
        fc.asyncProperty(day, second, async (days, seconds) => {
          const at = days * dayMs + seconds * 1000
          const iso = new Date(at).toISOString()
          const { text, doubt } = await cellOf(
            `<c s="${kind.style}"><v>${(at - epoch) / dayMs}</v></c>`,
            is1904,
          )
          expect(text).toBe(
            seconds === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`,
          )
          expect(doubt).toBe('date')
        }),
        runs,
      )
    },
  )

  it.each([
    { style: 5, what: 'hours of a day', most: 100_000 },
    { style: 6, what: 'hours that go on', most: 100_000 },
    { style: 1, what: 'a day before the first', most: 0.999 },
    { style: 2, what: 'hours before the first day', most: 0.999 },
  ])('that shows $what is no day, and told', async ({ style, most }) => {
    const value = fc.double({ min: -most, max: most, noNaN: true })
    await fc.assert(
      fc.asyncProperty(value, fc.boolean(), async (days, is1904) => {
        const { doubt } = await cellOf(`<c s="${style}"><v>${days}</v></c>`, is1904)
        expect(doubt).toBe('format')
      }),
      runs,
    )
  })

  it('that is a number keeps its digits, or says that some are lost', async () => {
    const number = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        const { text, doubt } = await cellOf(`<c><v>${value}</v></c>`)
        const isLarge = Math.abs(value) >= 1e15
        expect(doubt).toBe(isLarge ? 'digits' : null)
        expect(Number(text)).toBe(isLarge ? value : Number(value.toPrecision(15)))
      }),
      runs,
    )
  })

  it.each([3, 4])('that is shown in percent (style %i) is read in percent', async (style) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -100_000, max: 100_000 }), async (tenths) => {
        const { text, doubt } = await cellOf(`<c s="${style}"><v>${tenths / 1000}</v></c>`)
        expect({ text, doubt }).toEqual({ text: `${tenths / 10}%`, doubt: null })
      }),
      runs,
    )
  })

  it('that is a text is that text, wherever it is kept and however XML says it', async () => {
    const unit = fc.oneof(
      fc.constantFrom('_', 'x', '_x0041_', '_x005F_', '\r', '\n', ' ', ']', '>', '&', '<'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    )
    const text = fc
      .string({ unit, maxLength: 12 })
      .filter((one) => !/[^\P{Cc}\r\n]|[\uFFFE\uFFFF]/u.test(one) && one.isWellFormed())
    const kept = fc.constantFrom('shared', 'inline', 'formula')
    await fc.assert(
      fc.asyncProperty(text, kept, fc.boolean(), async (meant, place, isCdata) => {
        const escaped = meant
          .replace(/_(?=x[0-9a-f]{4}[_\r])/gi, '_x005F_')
          .replaceAll('\r', '_x000D_')
        const xml = isCdata
          ? `<![CDATA[${escaped.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
          : escaped.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
        const cells = {
          shared: '<c t="s"><v>1</v></c>',
          inline: `<c t="inlineStr"><is><t>${xml}</t></is></c>`,
          formula: `<c t="str"><f>A1</f><v>${xml}</v></c>`,
        }
        const parts = sharedTexts(['<t>Name</t>', `<t>${xml}</t>`])
        const row = `<row r="1">${cells[place]}<c t="s"/><c t="s"><v></v></c><c t="b"/></row>`
        const [found] = await read(await workbook(row, parts))
        const [seen = '', ...rest] = found?.cells ?? []
        expect(seen).toBe(meant)
        expect(rest.join('')).toBe('')
      }),
      runs,
    )
  })

  it('that is yes or no, a formula or an error is what it shows, or told', async () => {
    expect(await cellOf('<c t="b"><v>1</v></c>')).toEqual({ text: 'TRUE', doubt: null })
    expect(await cellOf('<c t="str"><f>A1</f><v>x</v></c>')).toEqual({ text: 'x', doubt: null })
    expect(await cellOf('<c><f>A1</f></c>')).toEqual({ text: '', doubt: 'formula' })
    expect(await cellOf('<c t="e"><v>#N/A</v></c>')).toEqual({ text: '#N/A', doubt: 'error' })
  })
})

describe('what an export wrote', () => {
  it.each(['csv', 'xlsx'] as const)('as %s is read back as it was', async (format) => {
    const columns: [string, string][] = [
      ['code', 'Code'],
      ['name', 'Name'],
    ]
    // Only a workbook has another way to write what is no letter; a CSV file of it is none.
    const marks = fc.constantFrom(
      ...Array.from('\u0001\u0007\u000B\u001F\u007F\u0085\uFFFE\uFFFF_x0007'),
    )
    const cell =
      format === 'csv'
        ? cellIn('UTF-8')
        : fc.oneof(cellIn('UTF-8'), fc.string({ unit: marks, maxLength: 8 }))
    const row = fc.record({ code: cell, name: cell })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        const each = async function* () {
          yield* rows
        }
        const found = await read(await buffer(writeSheet(each(), { format, columns }, 'en')))
        const seen = found.slice(1).map(({ cells: [code = '', name = ''] }) => ({ code, name }))
        expect(seen).toEqual(rows)
      }),
      runs,
    )
  })
})
