import type { ParameterType, TextKey } from '@muster/contract'

/** What a value must keep to beside its type. */
export interface ValueRule {
  readonly min: number | null
  readonly max: number | null
  readonly options: readonly string[]
}

type Read =
  | { readonly value: unknown }
  | { readonly problem: TextKey; readonly params: Readonly<Record<string, string | number>> }

const problem = (key: TextKey, params: Readonly<Record<string, string | number>> = {}): Read => ({
  problem: key,
  params,
})

/** Deeper documents are a mistake or an attack. */
const maxDepth = 32

/** A value of the wire as its type says, or what is wrong with it. */
export function readValue(type: ParameterType, text: string, rule: ValueRule): Read {
  switch (type) {
    case 'int':
    case 'decimal':
      return readNumber(type, text, rule)
    case 'bool':
      return ['true', 'false'].includes(text) ? { value: text === 'true' } : problem('rule.choice')
    case 'enum':
      return rule.options.includes(text) ? { value: text } : problem('rule.choice')
    case 'json':
      return readJson(text)
    case 'cron':
      return isCron(text) ? { value: text } : problem('parameter.wrongCron')
    case 'duration':
      return /^\d{1,9}(?:ms|s|m|h|d)$/.test(text)
        ? { value: text }
        : problem('parameter.wrongDuration')
    default:
      return readText(text, rule)
  }
}

function readNumber(type: 'int' | 'decimal', text: string, { min, max }: ValueRule): Read {
  const pattern = type === 'int' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(?:\.\d{1,9})?$/
  if (!pattern.test(text)) return problem('rule.type')
  const value = Number(text)
  if (min !== null && value < min) return problem('rule.tooSmall', { limit: min })
  if (max !== null && value > max) return problem('rule.tooBig', { limit: max })
  return { value }
}

/** Bounds of a text are bounds of its length. */
function readText(text: string, { min, max }: ValueRule): Read {
  const length = Array.from(text).length
  if (min !== null && length < min) return problem('rule.tooShort', { limit: min })
  if (max !== null && length > max) return problem('rule.tooLong', { limit: max })
  return { value: text }
}

function readJson(text: string): Read {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null
    return isObject && depthOf(value, 0) <= maxDepth ? { value } : problem('parameter.wrongJson')
  } catch {
    return problem('parameter.wrongJson')
  }
}

function depthOf(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > maxDepth) return above
  return Math.max(above, ...Object.values(value).map((inner) => depthOf(inner, above + 1)))
}

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Five fields of numbers, ranges, steps and lists. */
function isCron(text: string): boolean {
  const parts = text.trim().split(/\s+/)
  return (
    parts.length === bounds.length &&
    parts.every((part, index) => isCronField(part, bounds[index] ?? [0, 0]))
  )
}

function isCronField(field: string, [least, most]: readonly [number, number]): boolean {
  return field.split(',').every((item) => {
    const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/([1-9]\d?))?$/.exec(item)
    if (!found) return false
    const numbers = [found[1], found[2]].flatMap((part) => (part ? [Number(part)] : []))
    return numbers.every((one) => one >= least && one <= most)
  })
}

/** A stored value as the wire shows it. */
export function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
