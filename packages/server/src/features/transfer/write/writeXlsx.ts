import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Columns, textOf, valuesOf, WallTime } from './cells.ts'
import { choiceParts, lastRow, type SheetChoices, unwarned, validations } from './choices.ts'
import { isMirrored, textCell } from './textCell.ts'
import { colsOf, widened } from './widths.ts'
import { bookParts } from './xlsxParts.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows that a sheet holds, its heading among them. */
export const mostSheetRows = lastRow

export interface Sheet {
  readonly columns: Columns
  readonly language: string
  readonly choices?: SheetChoices | undefined
}

/** Rows as a workbook of one sheet that is seen, written as they come: texts, numbers and moments as what they are. */
export function writeXlsx(rows: AsyncIterable<Row>, sheet: Sheet): Readable {
  const zip = new ZipFile()
  const parts = { ...bookParts, ...choiceParts(sheet.choices, sheet.language) }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  const content = Readable.from(sheetOf(rows, sheet))
  // What goes wrong in the rows must reach whoever reads the file.
  const out = new PassThrough()
  pipeline(zip.outputStream, out, () => undefined)
  content.on('error', (error) => out.destroy(error))
  zip.addReadStream(content, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}

async function* sheetOf(rows: AsyncIterable<Row>, { columns, language, choices }: Sheet) {
  const headings = columns.map(([, heading]) => heading)
  const cell = (value: unknown) => cellOf(value, language)
  let part = `<row>${headings.map((heading) => textCell(heading, 1, language)).join('')}</row>`
  // The columns are as wide as the first rows want them.
  let longest = widened([], headings)
  let isBegun = false
  for await (const row of rows) {
    const values = valuesOf(row, columns)
    if (!isBegun) longest = widened(longest, values)
    part += `<row>${values.map(cell).join('')}</row>`
    if (part.length > 65_536) {
      yield isBegun ? part : startOf(longest, language) + part
      isBegun = true
      part = ''
    }
  }
  const start = isBegun ? '' : startOf(longest, language)
  yield `${start}${part}</sheetData>${validations(columns, choices)}${unwarned(columns.length)}</worksheet>`
}

const startOf = (longest: readonly number[], language: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${isMirrored(language) ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${colsOf(longest)}<sheetData>`

function cellOf(value: unknown, language: string): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  if (value instanceof WallTime && value.serial !== null)
    return `<c s="${value.isDay ? 3 : 2}"><v>${value.serial}</v></c>`
  return textCell(textOf(value), 0, language)
}
