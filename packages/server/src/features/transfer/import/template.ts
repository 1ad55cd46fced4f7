import type { ImportColumn } from '@muster/contract'
import type { Readable } from 'node:stream'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
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
    const hint = hintOf(column, language)
    // The mark tells our reader that this row is none.
    return [column.field, place === 0 ? `# ${hint}` : hint] as const
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

function hintOf({ kind, isRequired, choices, most, form }: ImportColumn, language: string): string {
  const say = (key: string, params = {}) => translate(language, key, params)
  return [
    ...(isRequired ? [say('rule.required')] : []),
    ...(kind === 'choice' ? [choices.join(' / ')] : [say(`import.kind.${kind}`)]),
    ...(form === null ? [] : [say(form)]),
    ...(most === null
      ? []
      : [say(kind === 'number' ? 'rule.tooBig' : 'rule.tooLong', { limit: most })]),
  ].join('; ')
}
