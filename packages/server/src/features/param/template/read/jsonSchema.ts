import type { ParamItem } from '@muster/contract'
import * as z from 'zod/mini'
import { isPattern } from '../../../../platform/pattern.ts'
import { titleOf } from './readTemplate.ts'

/** What is of another kind than it should be is as if it were not there. */
const orElse = z.catch

/** Letters of a text: none of them has room for more. */
const mostText = 3000

const shortened = (all: string): string => all.slice(0, mostText)

const nameOfType = (type: string | string[]): string | undefined =>
  (typeof type === 'string' ? type : type.find((one) => one !== 'null'))?.slice(0, 64)

const text = () => orElse(z.optional(z.pipe(z.string(), z.transform(shortened))), undefined)
const number = () => orElse(z.optional(z.number()), undefined)
const flag = () => orElse(z.optional(z.boolean()), undefined)

/** The members of a JSON Schema that say something of parameters; anything else is passed over. */
const schema = z.object({
  type: orElse(
    z.optional(z.pipe(z.union([z.string(), z.array(z.string())]), z.transform(nameOfType))),
    undefined,
  ),
  title: text(),
  description: text(),
  default: z.optional(z.unknown()),
  enum: orElse(z.optional(z.array(z.unknown())), undefined),
  oneOf: orElse(z.optional(z.array(z.unknown())), undefined),
  const: z.optional(z.unknown()),
  format: text(),
  pattern: text(),
  minLength: number(),
  maxLength: number(),
  minimum: number(),
  maximum: number(),
  maxItems: number(),
  readOnly: flag(),
  writeOnly: flag(),
  required: orElse(
    z.optional(
      z.pipe(
        z.array(z.string()),
        z.transform((names: string[]) => new Set(names)),
      ),
    ),
    undefined,
  ),
  properties: orElse(
    z.optional(
      z.pipe(
        z.record(z.string(), z.unknown()),
        z.transform((all: Record<string, unknown>) => Object.entries(all)),
      ),
    ),
    undefined,
  ),
  items: z.optional(z.unknown()),
  $ref: text(),
  $defs: orElse(z.optional(z.record(z.string(), z.unknown())), undefined),
  definitions: orElse(z.optional(z.record(z.string(), z.unknown())), undefined),
})

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

type Parsed = z.output<typeof schema>

/** A part of a JSON Schema, with what it says made ready: it may be used from thousands of places. */
export interface Schema extends Omit<Parsed, 'enum' | 'oneOf' | 'pattern'> {
  readonly choices: readonly ParamItem[]
  /** Null: one that is no pattern of ours. */
  readonly pattern: string | null | undefined
}

export function schemaOf(value: unknown): Schema | undefined {
  const { data } = schema.safeParse(value)
  return data && { ...data, choices: choicesOf(data), pattern: patternOf(data) }
}

/** Choices: `enum`, or `oneOf` with a `const` and a title each. */
function choicesOf({ enum: values = [], oneOf = [] }: Parsed): ParamItem[] {
  const named = oneOf.flatMap((one) => {
    const { data } = schema.safeParse(one)
    return data && isScalar(data.const) ? [[String(data.const), data.title] as const] : []
  })
  const plain = values.filter(isScalar).map((value) => [String(value), undefined] as const)
  const all = new Map<string, string | undefined>([...plain, ...named])
  return [...all]
    .filter(([value]) => /^[^,\s]{1,64}$/.test(value))
    .slice(0, 200)
    .map(([value, label]) => ({ value, label: titleOf(label, value) }))
}

/** A pattern of JSON Schema is looked for anywhere; ours matches the whole value. */
function patternOf({ pattern = '' }: Parsed): string | null | undefined {
  if (pattern === '') return undefined
  const begin = pattern.startsWith('^') ? '' : '.*'
  const end = pattern.endsWith('$') ? '' : '.*'
  const whole = `${begin}(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})${end}`
  return whole.length <= 255 && isPattern(whole) ? whole : null
}
