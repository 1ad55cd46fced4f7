import { type ImportColumn, problemsOf, type RuleProblem } from '@muster/contract'

/** What a cell says: a value, or which rule it breaks. */
export type CellValue =
  | { readonly value: unknown }
  | { readonly problem: Pick<RuleProblem, 'key' | 'params'> }

/** The value of a cell that is not empty. Names of other records stay texts until they are looked up. */
export function valueOf(column: ImportColumn, text: string): CellValue {
  if (column.kind === 'record') return { value: text.trim() }
  if (column.kind === 'records') return { value: listOf(text) }
  const result = column.schema.safeParse(typed(column, text))
  if (result.success) return { value: result.data }
  const [first] = problemsOf(result.error)
  // The cell is not empty: what is required is there, but of another kind.
  if (!first || first.key === 'rule.required') return { problem: { key: 'rule.type', params: {} } }
  return { problem: first }
}

function typed({ kind, choices }: ImportColumn, text: string): unknown {
  switch (kind) {
    case 'number':
      return numberOf(text)
    case 'choice':
      return choices.find((choice) => choice.toLowerCase() === text.trim().toLowerCase()) ?? text
    case 'date':
      return momentOf(text)?.slice(0, 10) ?? text
    case 'moment':
      return momentOf(text) ?? text
    default:
      return text
  }
}

/** Codes apart by comma, semicolon or line, in Arabic too. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n\u060C\u061B]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

const zeros = [0x0660, 0x06f0]

/** Arabic-Indic and Persian digits as the ones that programs read. */
const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(zeros.map((zero) => code - zero).find((value) => value >= 0 && value <= 9))
  })

/** A whole number however it was typed; what is none stays as it is and is refused by its rule. */
function numberOf(text: string): unknown {
  const plain = plainDigits(text).trim().replaceAll('\u066C', '')
  return /^[+-]?\d+(\.0+)?$/.test(plain) ? Number(plain) : text
}

const dayMs = 86_400_000
/** Days from the end of 1899, where sheets begin, to 1970. */
const sheetEpoch = 25_569

/** A day or moment as ISO text, from `2026-11-20`, `2026-11-20 14:05` (UTC) or a sheet's own count of days. */
function momentOf(text: string): string | null {
  const plain = plainDigits(text).trim()
  if (/^\d{1,6}(\.\d+)?$/.test(plain))
    return new Date(Math.round((Number(plain) - sheetEpoch) * dayMs)).toISOString()
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(plain)
  if (!parts) return null
  const [, day = '', time = '00:00', seconds = ':00'] = parts
  // Whether there is such a day, the field's rule says.
  return `${day}T${time}${seconds}.000Z`
}
