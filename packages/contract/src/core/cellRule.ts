import type * as z from 'zod/mini'
import type { TextKey } from '../texts/index.ts'
import { formText } from './formText.ts'

/** `record` and `records` name others by their codes, `json` is a structure; all else is the value itself. */
export type CellKind =
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'date'
  | 'moment'
  | 'record'
  | 'records'
  | 'json'

/** What the cells of a column may hold, read from the schema of the field. */
export interface CellRule {
  readonly kind: CellKind
  readonly isRequired: boolean
  readonly choices: readonly string[]
  /** Characters of a text, or the largest number; null: no limit. */
  readonly most: number | null
  /** Which form a text must have, in words; null: any, or one that has none. */
  readonly form: TextKey | null
  readonly schema: z.ZodMiniType
}

interface SchemaNode {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly format?: string
      readonly innerType?: SchemaNode
      readonly element?: SchemaNode
      readonly entries?: Readonly<Record<string, string>>
      readonly checks?: readonly {
        readonly _zod: {
          readonly def: {
            readonly check: string
            readonly format?: string
            readonly pattern?: RegExp
            readonly maximum?: number
            readonly value?: number
          }
        }
      }[]
    }
  }
}

/** What a field's schema says about the cells of its column. */
export function cellRuleOf(schema: z.ZodMiniType): CellRule {
  // zod's own types do not narrow by `def.type`; this reads the few parts that cells have.
  const node = innermost(schema)
  return {
    kind: kindOf(node),
    isRequired: !schema.safeParse(undefined).success && !schema.safeParse('').success,
    choices: Object.values(node._zod.def.entries ?? {}),
    most: mostOf(node),
    form: formOf(node),
    schema,
  }
}

const innermost = (node: SchemaNode): SchemaNode =>
  node._zod.def.innerType ? innermost(node._zod.def.innerType) : node

const formatsOf = ({ _zod: { def } }: SchemaNode) => [
  def.format,
  ...(def.checks ?? []).map((check) => check._zod.def.format),
]

function kindOf(node: SchemaNode): CellKind {
  const { type, element } = node._zod.def
  if (type === 'number') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'enum') return 'choice'
  if (type === 'object' || type === 'record') return 'json'
  if (type === 'array' && element) return kindOf(innermost(element)) === 'json' ? 'json' : 'records'
  const formats = formatsOf(node)
  if (formats.includes('uuid')) return 'record'
  if (formats.includes('date')) return 'date'
  return formats.includes('datetime') ? 'moment' : 'text'
}

function formOf(node: SchemaNode): TextKey | null {
  const checks = (node._zod.def.checks ?? []).map((check) => check._zod.def)
  const texts = checks.map(({ format, pattern }) => formText(format, pattern && String(pattern)))
  // `rule.format` says that a value is wrong, not how a right one looks: the kind of the cell does that.
  return texts.find((text) => text !== null && text !== 'rule.format') ?? null
}

function mostOf(node: SchemaNode): number | null {
  const checks = (node._zod.def.checks ?? []).map((check) => check._zod.def)
  if (node._zod.def.type === 'array') return null
  const most = checks.find(({ check }) => check === 'max_length' || check === 'less_than')
  return most?.maximum ?? most?.value ?? null
}
