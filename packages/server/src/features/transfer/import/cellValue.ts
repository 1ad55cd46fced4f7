import { type ImportColumn, problemsOf, type RuleProblem, type TextKey } from '@muster/contract'
import { countryCode } from '../../../platform/countries.ts'
import { wordingsOf } from '../../../platform/texts.ts'
import { momentsAt } from '../../timezone/timezone/index.ts'

/** What a cell says: a value, or which rule it breaks. */
export type CellValue =
  | { readonly value: unknown }
  | { readonly problem: Pick<RuleProblem, 'key' | 'params'> }

/** The value of a cell that is not empty; times are of the zone. Names of other records stay texts until they are looked up. */
export function valueOf(column: ImportColumn, text: string, zone = 'UTC'): CellValue {
  if (column.kind === 'record') return { value: text.trim() }
  if (column.kind === 'records') return { value: listOf(text) }
  const meant = typed(column, text, zone)
  if (meant instanceof ClockFault)
    return { problem: { key: meant.key, params: { zone, offset: '+03:00' } } }
  const result = column.schema.safeParse(meant, { reportInput: true })
  if (result.success) return { value: result.data }
  const [first] = problemsOf(result.error)
  // The cell is not empty: what is required is there, but of another kind.
  const problem = !first || first.key === 'rule.required' ? wrongKind : first
  const form = vague.has(problem.key) ? formOf(column) : null
  return { problem: form ? { key: form, params: {} } : problem }
}

const wrongKind = { key: 'rule.type', params: {} } as const

/** Rules that do not say what a cell has to look like. */
const vague: ReadonlySet<TextKey> = new Set(['rule.type', 'rule.format'])

/** What the template says of such a cell, where it says it all. */
function formOf({ kind, schema }: ImportColumn): TextKey | null {
  if (kind === 'date' || kind === 'flag') return `import.kind.${kind}`
  return kind === 'number' && !schema.safeParse(0.5).success ? 'import.kind.number' : null
}

function typed(column: ImportColumn, text: string, zone: string): unknown {
  switch (column.kind) {
    case 'number':
      return numberOf(text)
    case 'choice':
      return choiceOf(column, text) ?? text
    case 'flag':
      return flagOf(text) ?? text
    case 'json':
      return structureOf(column, text) ?? text
    case 'date':
      return dayOf(text) ?? text
    case 'moment':
      return inZone(momentOf(text), zone) ?? text
    default:
      return column.form === countryForm ? (countryCode(text) ?? text) : text
  }
}

/** The form of a column that holds countries: a code, or the name that an export writes. */
const countryForm: TextKey = 'kit.invalid.country'

/** A choice by its code, or by the words that any language or administrator has for it and for no other. */
function choiceOf({ choices, words }: ImportColumn, text: string): string | undefined {
  const wanted = foldedWord(text)
  const byCode = choices.find((choice) => foldedWord(choice) === wanted)
  if (byCode !== undefined || words === null) return byCode
  const [found, ...others] = choices.filter((choice) =>
    wordingsOf(`${words}.${choice}`).some((word) => foldedWord(word) === wanted),
  )
  return others.length === 0 ? found : undefined
}

/** Yes or no by its code, or by the words of any language. */
function flagOf(text: string): boolean | undefined {
  const wanted = foldedWord(text)
  const says = (code: string, key: string) =>
    wanted === code || wordingsOf(key).some((word) => foldedWord(word) === wanted)
  if (says('true', 'kit.yes') || wanted === '1') return true
  return says('false', 'kit.no') || wanted === '0' ? false : undefined
}

/** A structure as JSON; a list also without its brackets, as exports write it. */
function structureOf({ schema }: ImportColumn, text: string): unknown {
  const plain = text.trim()
  const isList = schema.safeParse([]).success
  return parsed(isList && !plain.startsWith('[') ? `[${plain}]` : plain)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const foldedWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

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

/** A number however it was typed; what is none stays as it is and is refused by its rule. */
function numberOf(text: string): unknown {
  // The Arabic comma parts thousands; anywhere else it was meant for something else.
  const plain = plainDigits(text)
    .trim()
    .replace(/^([+-]?\d{1,3})((?:\u066C\d{3})+)(?!\d)/, (_, first: string, rest: string) =>
      first.concat(rest.replaceAll('\u066C', '')),
    )
    .replace('\u066B', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}

/** A day, and no time of it: whose day that would be is not said. */
const dayOf = (text: string): string | undefined =>
  /^([^T]+)T00:00:00\.000$/.exec(momentOf(text) ?? '')?.[1]

/**
 * A day or moment as ISO text, `Z` or an offset only where it has one: from `2026-11-20` or `2026-11-20 14:05`.
 * A bare number is none: it may be a year, or a sheet's count of days from 1900 or from 1904.
 */
function momentOf(text: string): string | null {
  const plain = plainDigits(text).trim()
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/.exec(
    plain,
  )
  if (!parts) return null
  const [, day = '', time = '00:00', seconds = ':00', fraction = '', offset = ''] = parts
  // Whether there is such a day, the field's rule says.
  return `${day}T${time}${seconds}${`${fraction || '.'}000`.slice(0, 4)}${offset}`
}

class ClockFault {
  readonly key: TextKey

  constructor(key: TextKey) {
    this.key = key
  }
}

/** A moment in UTC from what the clocks of a zone show; a fault where they never do, or do twice. */
function inZone(text: string | null, zone: string): string | ClockFault | null {
  if (text === null) return null
  const clock = text.slice(0, 23)
  const wall = Date.parse(`${clock}Z`)
  // A day or an hour that there is not: Date would take the one after it.
  if (Number.isNaN(wall) || new Date(wall).toISOString() !== `${clock}Z`) return text
  if (text.length > clock.length) {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? text : at.toISOString()
  }
  const [first, second] = momentsAt(zone, wall)
  if (first === undefined) return new ClockFault('rule.skippedHour')
  return second === undefined ? new Date(first).toISOString() : new ClockFault('rule.doubledHour')
}
