import {
  faultOfValue,
  type FormField,
  type FrozenTemplate,
  type Matches,
  type TextKey,
  type ValueFault,
} from '@muster/contract'
import { fitsOf } from '@muster/contract/param/output'
import { readRules, valueForRules } from '@muster/contract/param/rule'

/** What an assignment says: texts, and secrets apart from them. */
export interface Said {
  readonly values: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

export interface Fault {
  readonly pids: readonly string[]
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

interface Judged extends Said {
  /** What holds of those that it says nothing about; of secrets only that there is one: a rule tells nobody what it is. */
  readonly inherited: ReadonlyMap<string, string | null>
}

/**
 * Says what is wrong with drafts of a template: parameters that it has not, values that break their rules or
 * stand on the wrong side (a secret among the plain), and rules across parameters. What a secret is no rule and no
 * pattern is asked: whoever writes these would read it letter by letter. It is judged when it is typed.
 * @param matching matches of one draft
 */
export function judging(
  template: FrozenTemplate,
  matching: () => Matches,
): (of: Judged) => Fault[] {
  const fields = new Map(template.fields.map((field) => [field.pid, field]))
  const required = template.fields.filter((field) => field.required)
  const brokenBy = readRules(template.rules)
  const fits = fitsOf(template)
  return ({ values, secrets, inherited }) => {
    const matches = matching()
    const said = new Map([...Object.entries(values), ...Object.entries(secrets)])
    const each = [...said].flatMap(([pid, text]) => {
      const field = fields.get(pid)
      if (!field) return [fault([pid], 'param.unknownPid', { pid })]
      if (field.readOnly) return [fault([pid], 'param.readOnly')]
      if (field.secret !== Object.hasOwn(secrets, pid)) return [fault([pid], sideFault(field))]
      if (text === '') return field.required ? [fault([pid], 'rule.required')] : []
      const found = field.secret ? null : faultOfValue(field, text, matches)
      if (found) return [fault([pid], found.key, found.params)]
      return fits(pid, text) ? [] : [fault([pid], 'param.unfit', { pid })]
    })
    const missing = required
      .filter(({ pid }) => !said.has(pid) && (inherited.get(pid) ?? '') === '')
      .filter(({ pid }) => inherited.get(pid) !== null)
      .map(({ pid }) => fault([pid], 'rule.required'))
    const broken = brokenBy((pid) => {
      const field = fields.get(pid)
      const text = said.get(pid) ?? (inherited.has(pid) ? inherited.get(pid) : '')
      if (!field || field.secret || text === null || text === undefined) return undefined
      return valueForRules(field, text)
    }).map(({ pids, message }) => fault([...pids], 'param.said', { text: message }))
    return [...each, ...missing, ...broken]
  }
}

/** The first secret, of those just typed, that is none of what it may be. */
export function faultOfSecrets(
  { fields }: FrozenTemplate,
  typed: Said['secrets'],
  matches: Matches,
): { pid: string; fault: ValueFault } | null {
  for (const field of fields) {
    const text = Object.hasOwn(typed, field.pid) ? (typed[field.pid] ?? '') : ''
    const found = field.secret && text !== '' ? faultOfValue(field, text, matches) : null
    if (found) return { pid: field.pid, fault: found }
  }
  return null
}

const sideFault = ({ secret }: FormField): TextKey =>
  secret ? 'param.typeAsSecret' : 'param.typeAsValue'

const fault = (pids: readonly string[], key: TextKey, params: Fault['params'] = {}): Fault => ({
  pids,
  key,
  params,
})
