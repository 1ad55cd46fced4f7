import { formText, isTextKey, type TextKey } from '@muster/contract'
import * as z from 'zod/mini'
import { accepts, defaultOf, membersOf, type Schema } from './schema.ts'

type Issue = z.core.$ZodIssue
export type Values = Readonly<Record<string, unknown>>

/** A broken rule as a text key with its values. */
export interface Problem {
  readonly key: TextKey
  readonly values?: Readonly<Record<string, number>>
}

/** Whether a field must be filled: the schema lets neither nothing, null nor an empty text pass. */
export const isRequired = (field: Schema): boolean =>
  ![undefined, null, ''].some((empty) => accepts(field, empty))

/** What a form starts with: a record's fields, else the schema's defaults. */
export function startValues(body: Schema, record: object | null): Values {
  const given: Values = { ...record }
  const members = Object.entries(membersOf(body))
  return Object.fromEntries(
    members.map(([name, field]) => [name, (record ? given[name] : defaultOf(field)) ?? '']),
  )
}

/** What is sent: an empty field is null where the contract knows null. */
export function bodyOf(body: Schema, values: Values): Values {
  const members = membersOf(body)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = members[name]
      return [name, value === '' && field && accepts(field, null) ? null : value]
    }),
  )
}

/** The first broken rule of each field. */
export function problemsOf(body: Schema, values: Values): Readonly<Record<string, Problem>> {
  const read = z.safeParse(body, bodyOf(body, values))
  const problems: Record<string, Problem> = {}
  for (const issue of read.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    problems[name] ??= problem(issue, values[name])
  }
  return problems
}

function problem(issue: Issue, value: unknown): Problem {
  if (isNothing(value)) return { key: 'kit.invalid.required' }
  switch (issue.code) {
    case 'too_small': {
      const key = issue.origin === 'string' ? 'kit.invalid.tooShort' : 'kit.invalid.tooSmall'
      return { key, values: { min: Number(issue.minimum) } }
    }
    case 'too_big': {
      const key = issue.origin === 'string' ? 'kit.invalid.tooLong' : 'kit.invalid.tooBig'
      return { key, values: { max: Number(issue.maximum) } }
    }
    case 'invalid_type':
      return { key: issue.expected === 'string' ? 'kit.invalid.format' : 'kit.invalid.number' }
    case 'invalid_format':
      return {
        key:
          formatTexts[issue.format] ??
          formText(issue.format, issue.pattern) ??
          'kit.invalid.format',
      }
    case 'custom':
      return { key: isTextKey(issue.message) ? issue.message : 'kit.invalid.format' }
    default:
      return { key: 'kit.invalid.format' }
  }
}

/** Whether nothing is said: also by a list, or by texts of languages. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.values(value).every((one) => one === '')
}

const formatTexts: Readonly<Record<string, TextKey>> = {
  date: 'kit.invalid.date',
  uuid: 'kit.invalid.choice',
}
