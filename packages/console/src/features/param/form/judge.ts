import { faultOfValue, type FormField, type ValueFault } from '@muster/contract'
import { type BrokenRule, readRules, valueForRules } from '@muster/contract/param/rule'
import { effectiveValue, type FormContent, type FormValues } from './formRows.ts'

const required: ValueFault = { key: 'rule.required', params: {} }

const compiled = new Map<string, RegExp | null>()

/** A browser's own expressions stand in for the server's, which has the last word. */
export function matches(pattern: string, text: string): boolean {
  let read = compiled.get(pattern)
  if (read === undefined) {
    read = tryCompile(pattern)
    compiled.set(pattern, read)
  }
  return read?.test(text) ?? true
}

function tryCompile(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    // The server knows some forms that browsers do not, such as `(?i)`.
    return null
  }
}

/** What is wrong with the values of a form. */
export interface Judgement {
  /** By PID. */
  readonly faults: ReadonlyMap<string, ValueFault>
  readonly broken: readonly BrokenRule[]
}

/**
 * Judges a form again and again: of two thousand fields only those are looked at whose value has
 * changed since.
 */
export function judgeOf({
  fields,
  rules,
}: FormContent): (shown: readonly FormField[], held: FormValues) => Judgement {
  const known = new Map<string, { text: string; fault: ValueFault | null }>()
  const named = new Map(fields.map((field) => [field.pid, field]))
  const brokenBy = readRules(rules)
  const faultOf = (field: FormField, text: string) => {
    const before = known.get(field.pid)
    if (before?.text === text) return before.fault
    const fault = faultOfValue(field, text, matches)
    known.set(field.pid, { text, fault })
    return fault
  }
  return (shown, held) => {
    const faults = shown.flatMap((field): [string, ValueFault][] => {
      const text = effectiveValue(held, field.pid)
      if (text !== '') {
        const fault = faultOf(field, text)
        return fault ? [[field.pid, fault]] : []
      }
      return field.required && !isSecretSet(field, held) ? [[field.pid, required]] : []
    })
    const broken = brokenBy((pid) => {
      const field = named.get(pid)
      if (!field || (field.secret && !held.values.has(pid))) return undefined
      return valueForRules(field, effectiveValue(held, pid))
    })
    return { faults: new Map(faults), broken }
  }
}

const isSecretSet = ({ pid, secret }: FormField, { inherited, ownSecrets, values }: FormValues) =>
  secret &&
  !values.has(pid) &&
  ((ownSecrets?.has(pid) ?? false) || (inherited.get(pid)?.isSet ?? false))
