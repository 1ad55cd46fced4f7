import type { ImportColumn } from '@muster/contract'
import type { Readable } from 'node:stream'
import type { Context } from '../../../kit/context.ts'
import { languages, translate } from '../../../platform/texts.ts'
import type { SheetChoice } from '../write/choices.ts'
import { writeSheet } from '../write/writeSheet.ts'
import type { ImportedList } from './importer.ts'
import { namesOf } from './names.queries.ts'

/** The rows above those that are filled in: headings, fields, hints. */
const rowsAbove = 3

/**
 * An empty sheet: the headings, the fields they stand for, and below each what it takes. A workbook
 * offers what can be chosen: the values of a field, and the records that the caller sees.
 */
export async function templateOf(
  list: ImportedList,
  format: 'csv' | 'xlsx',
  ctx: Context,
): Promise<Readable> {
  const { language } = ctx
  const { columns } = list.sheet
  const headings = columns.map(({ field, label }) => [field, translate(language, label)] as const)
  const fields = Object.fromEntries(columns.map(({ field }) => [field, field]))
  const hints = columns.map((column, place) => {
    const hint = hintOf(list, column, language)
    return [column.field, place === 0 ? markedHint(hint) : hint] as const
  })
  async function* rows() {
    yield fields
    yield Object.fromEntries(hints)
  }
  const choices = {
    fromRow: rowsAbove + 1,
    error: translate(language, 'rule.choice'),
    lists: format === 'xlsx' ? await choicesOf(list, ctx) : [],
  }
  return writeSheet(rows(), { columns: headings, format, choices }, language)
}

/** Tells people and our reader that the row is none of data. */
const markedHint = (hint: string): string => `# ${hint}`

/** What the row of hints of a list's template begins with, in each language. */
export function markedHints(list: ImportedList): ReadonlySet<string> {
  const [first] = list.sheet.columns
  return new Set(
    first && languages().map((language) => markedHint(hintOf(list, first, language)).trim()),
  )
}

/** More records than these nobody looks through. */
const mostChoices = 1000

async function choicesOf(list: ImportedList, ctx: Context): Promise<SheetChoice[]> {
  const found: SheetChoice[] = []
  for (const { field, kind, choices } of list.sheet.columns) {
    if (kind === 'choice') found.push({ field, values: choices, otherwise: 'refused' })
    const named = list.named.find((one) => one.field === field)
    const values = named && (await namesOf(ctx, named, mostChoices))
    // Several records stand in one cell, and a parent may stand in the same file.
    const isFree = kind === 'records' || field === list.parent
    if (values && values.length > 0)
      found.push({ field, values, otherwise: isFree ? 'taken' : 'warned' })
  }
  return found
}

function hintOf({ named }: ImportedList, column: ImportColumn, language: string): string {
  const { kind, isRequired, choices, most, form } = column
  const isNamed = named.some(({ field }) => field === column.field)
  const say = (key: string, params = {}) => translate(language, key, params)
  // Several of what is no record, such as tags, have no codes: they are called as the column is.
  const takes =
    kind === 'records' && !isNamed
      ? say('import.kind.several', { name: say(column.label) })
      : say(`import.kind.${kind}`)
  return [
    ...(isRequired ? [say('rule.required')] : []),
    ...(kind === 'choice' ? [choices.join(' / ')] : [takes]),
    ...(form === null ? [] : [say(form)]),
    ...(most === null
      ? []
      : [say(kind === 'number' ? 'rule.tooBig' : 'rule.tooLong', { limit: most })]),
  ].join('; ')
}
