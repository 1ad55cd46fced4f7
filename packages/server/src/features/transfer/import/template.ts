import type { Import, ImportColumn } from '@muster/contract'
import type { Readable } from 'node:stream'
import { translate } from '../../../platform/texts.ts'
import { writeSheet } from '../write/writeSheet.ts'

interface Wish {
  readonly format: 'csv' | 'xlsx'
  readonly language: string
}

/** An empty sheet: the headings, the fields they stand for, and below each what it takes. */
export function templateOf({ columns }: Import, { format, language }: Wish): Readable {
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
  return writeSheet(rows(), { columns: headings, format }, language)
}

function hintOf({ kind, isRequired, choices, most }: ImportColumn, language: string): string {
  const say = (key: string, params = {}) => translate(language, key, params)
  return [
    ...(isRequired ? [say('rule.required')] : []),
    ...(kind === 'choice' ? [choices.join(' / ')] : [say(`import.kind.${kind}`)]),
    ...(most === null
      ? []
      : [say(kind === 'number' ? 'rule.tooBig' : 'rule.tooLong', { limit: most })]),
  ].join('; ')
}
