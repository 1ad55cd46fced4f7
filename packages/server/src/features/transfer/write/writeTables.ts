import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { unwarned } from './choices.ts'
import { isMirrored, textCell, xmlText } from './textCell.ts'
import { bookParts } from './xlsxParts.ts'

interface SheetTable {
  readonly name: string
  /** The first one is its heading. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Small tables as a workbook, each on a sheet of its own. */
export function writeTables(tables: readonly SheetTable[], language: string): Readable {
  const zip = new ZipFile()
  const names = sheetNames(tables.map(({ name }) => name))
  const parts = { ...bookParts, ...partsOf(names) }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  for (const [place, table] of tables.entries())
    zip.addBuffer(Buffer.from(sheetOf(table, language)), `xl/worksheets/sheet${place + 1}.xml`)
  zip.end()
  const out = new PassThrough()
  pipeline(zip.outputStream, out, () => undefined)
  return out
}

const longestName = 31

/** Names as sheets may bear them: short, each once, without the marks of formulas. */
function sheetNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const plain = name.replace(/[\\/?*:[\]]/g, ' ').replace(/^'|'$/g, '') || 'Sheet'
    let free = plain.slice(0, longestName)
    for (let number = 2; taken.has(free.toLowerCase()); number++) {
      const ending = ` (${number})`
      free = plain.slice(0, longestName - ending.length) + ending
    }
    taken.add(free.toLowerCase())
    return free
  })
}

/** The parts of the book that name its sheets: the shipped ones name the first. */
function partsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const each = (part: string, entry: RegExp, made: (place: number) => string) =>
    (bookParts[part] ?? '').replace(entry, () => names.map((_, place) => made(place)).join(''))
  return {
    '[Content_Types].xml': each(
      '[Content_Types].xml',
      /<Override PartName="\/xl\/worksheets[^>]*>/,
      (place) =>
        `<Override PartName="/xl/worksheets/sheet${place + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    ),
    'xl/workbook.xml': each(
      'xl/workbook.xml',
      /<sheet [^>]*>/,
      (place) =>
        `<sheet name="${xmlText(names[place] ?? '')}" sheetId="${place + 1}" r:id="sheet${place + 1}"/>`,
    ),
    'xl/_rels/workbook.xml.rels': each(
      'xl/_rels/workbook.xml.rels',
      /<Relationship [^>]*sheet1[^>]*>/,
      (place) =>
        `<Relationship Id="sheet${place + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
    ),
  }
}

function sheetOf({ rows }: SheetTable, language: string): string {
  const cell = (value: string | number | null, style: number) => cellOf(value, style, language)
  const lines = rows.map(
    (row, line) => `<row>${row.map((value) => cell(value, line === 0 ? 1 : 0)).join('')}</row>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${isMirrored(language) ? ' rightToLeft="1"' : ''}/></sheetViews><sheetFormatPr baseColWidth="20" defaultRowHeight="15"/><sheetData>${lines.join('')}</sheetData>${unwarned(Math.max(0, ...rows.map((row) => row.length)))}</worksheet>`
}

function cellOf(value: string | number | null, style: number, language: string): string {
  if (value === null || value === '') return '<c/>'
  return typeof value === 'number' ? `<c><v>${value}</v></c>` : textCell(value, style, language)
}
