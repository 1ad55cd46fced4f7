import type { Call } from '@muster/contract'
import * as fc from 'fast-check'

interface Check {
  readonly _zod: {
    readonly def: {
      readonly check: string
      readonly format?: string
      readonly pattern?: RegExp
      readonly minimum?: number
      readonly maximum?: number
      readonly value?: number
    }
  }
}

/** The parts of zod's schema tree that an input is made after. */
interface Node {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly shape?: Readonly<Record<string, Node>>
      readonly element?: Node
      readonly innerType?: Node
      readonly options?: readonly Node[]
      readonly entries?: Readonly<Record<string, string>>
      readonly values?: readonly unknown[]
      readonly checks?: readonly Check[]
    }
  }
}

/** Texts that have broken programs before. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    "'",
    "';--",
    '\0',
    'a\0b',
    '\ud800',
    '\udfffx',
    '\u{10FFFF}',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '{name}',
    '../..',
    'null',
    '1e400',
    '-0',
    'مرحبا',
    '\u202e',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', minLength: 200, maxLength: 600 }),
)

/** Values of any kind, in no way what was asked for. */
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 2 ** 31, 2 ** 53, 1e308, Number.MIN_VALUE, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly what the schema asks for, now and then something else. */
function near(node: Node): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: meant(node) }, { weight: 1, arbitrary: hostileValue })
}

function meant(node: Node): fc.Arbitrary<unknown> {
  const { def } = node._zod
  if (def.innerType) return fc.oneof(meant(def.innerType), fc.constantFrom(null, undefined))
  if (def.options) return fc.oneof(...def.options.map(near))
  if (def.entries) return fc.constantFrom(...Object.values(def.entries))
  if (def.values) return fc.constantFrom(...def.values)
  if (def.element) return fc.array(near(def.element), { maxLength: 4 })
  if (def.shape) return meantObject(def.shape)
  if (def.type === 'string') return meantText(def.checks ?? [])
  if (def.type === 'number') return meantNumber(def.checks ?? [])
  // The columns of an export, as JSON.
  if (def.type === 'pipe') return fc.constantFrom('[["name","Name"],["id","=1"]]', '[[]]')
  return def.type === 'boolean' ? fc.boolean() : hostileValue
}

function meantObject(shape: Readonly<Record<string, Node>>): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(shape).map(([key, node]) => [key, near(node)]))
  const whole = fc.record(members)
  const extra = fc.dictionary(hostileText, hostileValue, { maxKeys: 2 })
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, extra).map(([one, more]) => ({ ...one, ...more })) },
  )
}

/** Drawing a text costs by its length; that of a limit need not be drawn. */
const longestDrawn = 64

/** Ids that exist are put in by the test. */
export const knownIds: string[] = []

function meantText(checks: readonly Check[]): fc.Arbitrary<unknown> {
  const defs = checks.map((check) => check._zod.def)
  const { format, pattern } = defs.find((def) => def.check === 'string_format') ?? {}
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...knownIds), fc.uuid())
  const longest = defs.find((def) => def.check === 'max_length')?.maximum
  const maxLength = longest ?? 64
  const minLength = defs.find((def) => def.check === 'min_length')?.minimum ?? 0
  if (pattern && !pattern.flags.includes('u') && format === 'regex')
    // A pattern that states its own length needs none of ours.
    return fc.oneof(
      fc.stringMatching(pattern, longest === undefined ? {} : { maxLength }),
      hostileText,
    )
  return fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_.-]+$/, { maxLength: Math.min(maxLength, longestDrawn) }),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, longestDrawn) }),
    fc.constantFrom('x'.repeat(maxLength), 'م'.repeat(maxLength), 'x'.repeat(maxLength + 1)),
  )
}

function meantNumber(checks: readonly Check[]): fc.Arbitrary<unknown> {
  const defs = checks.map((check) => check._zod.def)
  const min = defs.find((def) => def.check === 'greater_than')?.value ?? -(2 ** 31)
  const max = defs.find((def) => def.check === 'less_than')?.value ?? 2 ** 31
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, min - 1, max + 1, min + 0.5))
}

export interface ArbitraryInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Inputs of a call, most of which come close to what it asks for. */
export function inputsOf({ schemas }: Call): fc.Arbitrary<ArbitraryInput> {
  const parts = Object.entries(schemas).filter(([name]) =>
    ['params', 'query', 'body'].includes(name),
  )
  // zod's own types do not narrow by `def.type`; the walk above reads a few parts of its tree.
  const nodes = parts.map(([name, schema]) => [name, schema as unknown as Node] as const)
  const inputs = nodes.map(([name, node]) =>
    name === 'body'
      ? [name, near(node)]
      : [name, meantObject(node._zod.def.shape ?? {}).map(asTexts)],
  )
  return fc.record(
    Object.fromEntries(inputs) as Record<keyof ArbitraryInput, fc.Arbitrary<unknown>>,
  )
}

/** An address carries texts only, and no half characters. */
function asTexts(values: unknown): Record<string, string> {
  const texts = Object.entries(values ?? {}).map(([key, value]) => [
    key.toWellFormed(),
    (typeof value === 'string' ? value : JSON.stringify([value]).slice(1, -1)).toWellFormed(),
  ])
  return Object.fromEntries(texts) as Record<string, string>
}
