import type { Columns } from './cells.ts'
import { textCell, xmlText } from './textCell.ts'
import { bookParts } from './xlsxParts.ts'

/** What a column's cells offer to choose from, and what becomes of anything else. */
export interface SheetChoice {
  readonly field: string
  readonly values: readonly string[]
  readonly otherwise: 'refused' | 'warned' | 'taken'
}

/** The choices of a workbook. */
export interface SheetChoices {
  /** The first row that is filled in. */
  readonly fromRow: number
  /** What is said of another value. */
  readonly error: string
  readonly lists: readonly SheetChoice[]
}

/** Rows that a sheet holds (ECMA-376), its heading among them. */
export const lastRow = 1_048_576
const hidden = 'Choices'

/** The rules of the cells, as they stand behind a sheet's rows. */
export function validations(columns: Columns, choices: SheetChoices | undefined): string {
  if (!choices || choices.lists.length === 0) return ''
  const { fromRow, error, lists } = choices
  const rules = lists.map(({ field, values, otherwise }, place) => {
    const column = letterOf(columns.findIndex(([member]) => member === field))
    const list = letterOf(place)
    const style = otherwise === 'warned' ? ' errorStyle="warning"' : ''
    const shown = otherwise === 'taken' ? '' : ` showErrorMessage="1" error="${xmlText(error)}"`
    return `<dataValidation type="list"${style} allowBlank="1"${shown} sqref="${column}${fromRow}:${column}${lastRow}"><formula1>${hidden}!$${list}$1:$${list}$${values.length}</formula1></dataValidation>`
  })
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

/** The parts of a workbook whose second sheet, which nobody sees, holds the choices. */
export function choiceParts(
  choices: SheetChoices | undefined,
  language: string,
): Readonly<Record<string, string>> {
  if (!choices || choices.lists.length === 0) return {}
  return {
    '[Content_Types].xml': withSecond(
      '[Content_Types].xml',
      /<Override PartName="\/xl\/worksheets[^>]*>/,
      (one) => one.replace('sheet1', 'sheet2'),
    ),
    'xl/workbook.xml': withSecond(
      'xl/workbook.xml',
      /<sheet [^>]*>/,
      () => `<sheet name="${hidden}" sheetId="2" state="hidden" r:id="rId9"/>`,
    ),
    'xl/_rels/workbook.xml.rels': withSecond(
      'xl/_rels/workbook.xml.rels',
      /<Relationship [^>]*sheet1[^>]*>/,
      (one) => one.replace('sheet1', 'sheet2').replace('rId1', 'rId9'),
    ),
    'xl/worksheets/sheet2.xml': sheetOf(choices.lists, language),
  }
}

/** A part of the book with one more entry behind the one of the first sheet. */
const withSecond = (part: string, entry: RegExp, second: (one: string) => string): string =>
  (bookParts[part] ?? '').replace(entry, (one) => one + second(one))

/** Each list in a column of its own. */
function sheetOf(lists: readonly SheetChoice[], language: string): string {
  const longest = Math.max(...lists.map(({ values }) => values.length))
  const rows = Array.from({ length: longest }, (_, row) => {
    const cells = lists.map(({ values }) => textCell(values[row] ?? '', 0, language))
    return `<row>${cells.join('')}</row>`
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

/** What a sheet calls its columns: A to Z, AA and on. */
export function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}

/** Serial numbers and codes are texts on purpose: no sheet program marks each of them as a number gone wrong. */
export const unwarned = (columns: number): string =>
  `<ignoredErrors><ignoredError sqref="A1:${letterOf(Math.max(columns, 1) - 1)}${lastRow}" numberStoredAsText="1"/></ignoredErrors>`
