import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Columns, textOf, valuesOf, WallTime } from './cells.ts'
import { choiceParts, lastRow, type SheetChoices, unwarned, validations } from './choices.ts'
import { isMirrored, textCell } from './textCell.ts'
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
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${isMirrored(language) ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield `<row>${columns.map(([, heading]) => textCell(heading, 1, language)).join('')}</row>`
  const cell = (value: unknown) => cellOf(value, language)
  let part = ''
  for await (const row of rows) {
    part += `<row>${valuesOf(row, columns).map(cell).join('')}</row>`
    if (part.length > 65_536) {
      yield part
      part = ''
    }
  }
  yield `${part}</sheetData>${validations(columns, choices)}${unwarned(columns.length)}</worksheet>`
}

function cellOf(value: unknown, language: string): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  if (value instanceof WallTime && value.serial !== null)
    return `<c s="2"><v>${value.serial}</v></c>`
  return textCell(textOf(value), 0, language)
}
