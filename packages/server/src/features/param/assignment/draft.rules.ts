import {
  faultOfValue,
  type FormField,
  type FrozenTemplate,
  type Matches,
  type TextKey,
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
 * stand on the wrong side (a secret among the plain), and rules across parameters.
 */
export function judging(template: FrozenTemplate, matches: Matches): (of: Judged) => Fault[] {
  const fields = new Map(template.fields.map((field) => [field.pid, field]))
  const required = template.fields.filter((field) => field.required)
  const brokenBy = readRules(template.rules)
  const fits = fitsOf(template)
  return ({ values, secrets, inherited }) => {
    const said = new Map([...Object.entries(values), ...Object.entries(secrets)])
    const each = [...said].flatMap(([pid, text]) => {
      const field = fields.get(pid)
      if (!field) return [fault([pid], 'param.unknownPid', { pid })]
      if (field.readOnly) return [fault([pid], 'param.readOnly')]
      if (field.secret !== Object.hasOwn(secrets, pid)) return [fault([pid], sideFault(field))]
      if (text === '') return field.required ? [fault([pid], 'rule.required')] : []
      const found = faultOfValue(field, text, matches)
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
      return field && text !== null && text !== undefined ? valueForRules(field, text) : undefined
    }).map(({ pids, message }) => fault([...pids], 'param.said', { text: message }))
    return [...each, ...missing, ...broken]
  }
}

const sideFault = ({ secret }: FormField): TextKey =>
  secret ? 'param.typeAsSecret' : 'param.typeAsValue'

const fault = (pids: readonly string[], key: TextKey, params: Fault['params'] = {}): Fault => ({
  pids,
  key,
  params,
})
