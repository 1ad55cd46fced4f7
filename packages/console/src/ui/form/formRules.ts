import type { TextKey } from '@muster/contract'
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
  const isEmpty = Array.isArray(value) ? value.length === 0 : value === ''
  if (isEmpty || value === null || value === undefined) return { key: 'kit.invalid.required' }
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
      return { key: formatTexts[issue.format] ?? textOfPattern(issue.pattern) }
    default:
      return { key: 'kit.invalid.format' }
  }
}

const formatTexts: Readonly<Record<string, TextKey>> = {
  email: 'kit.invalid.email',
  date: 'kit.invalid.date',
  uuid: 'kit.invalid.choice',
}

/** What a pattern of the contract asks for, in words. */
export const textOfPattern = (pattern: string | undefined): TextKey =>
  patternTexts[pattern ?? ''] ?? 'kit.invalid.format'

const patternTexts: Readonly<Record<string, TextKey>> = {
  '/^[\\p{L}\\p{M}\\p{N} _\\-.()&]+$/u': 'kit.invalid.name',
  '/^[A-Za-z0-9_.-]+$/': 'kit.invalid.code',
  '/^[A-Za-z0-9_.@-]+$/': 'kit.invalid.userName',
  '/^[A-Z0-9-]+$/': 'kit.invalid.serial',
  '/^[0-9+() -]*$/': 'kit.invalid.phone',
  '/^https?:\\/\\/\\S+$/': 'kit.invalid.address',
  '/^[A-Z]{2}$/': 'kit.invalid.country',
  '/^[A-Z]{3}$/': 'kit.invalid.currency',
  '/^[A-Z]{2}[A-Z]$/': 'kit.invalid.country3',
  '/^\\+?[0-9-]{1,8}$/': 'kit.invalid.phoneCode',
  '/^[0-9]{2,5}x[0-9]{2,5}$/': 'kit.invalid.screen',
  '/^[A-Za-z0-9]{8,16}$/': 'kit.invalid.tid',
  '/^[A-Za-z0-9]{1,15}$/': 'kit.invalid.mid',
  '/^[0-9]{15}$/': 'kit.invalid.imei',
  '/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/':
    'kit.invalid.domain',
}
