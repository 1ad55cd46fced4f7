import {
  type CallGroup,
  type mqttTasks,
  type Filter,
  type PushPreview,
  type Push,
  problemsOf,
  type PushTargets,
  type RuleProblem,
  type TextKey,
} from '@muster/contract'
import * as z from 'zod/mini'
import type { Send } from '../../../kit/useAction.ts'
import { readerZone } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import type { Schema } from '../../../ui/form/schema.ts'
import { filterIn } from '../../device/filter/index.ts'
import { cronOf } from '../rhythm.ts'
import type { PushStart } from './pushStart.ts'

type Way = keyof PushTargets
export type When = 'now' | 'at' | 'cron'

/** What may be sent: it is looked at first, and then given as it was looked at. */
export interface Ready {
  readonly check: (send: Send) => Promise<PushPreview>
  readonly give: (send: Send, more: { readonly skipUnknown: boolean }) => Promise<Push>
}

/** The calls that change a push before it begins. */
type EditCalls = Pick<typeof mqttTasks, 'precheckUpdate' | 'update'>

/** What differs between the forms of pushes. */
export interface FormSort {
  readonly of: CallGroup
  readonly title: TextKey
  /** Absent where such a push is never changed. */
  readonly edit?: EditCalls
  readonly empty: Values
  /** It begins at once, and is carried out as is usual: the form asks for neither. */
  readonly isAtOnce?: true
  /** What is wrong with each field; none where all may be sent. */
  readonly faults: (values: Values) => Record<string, string>
  /** Null where a rule is broken. */
  readonly ready: (values: Values) => Ready | null
  /** The field of the form at which a member of the body is entered. */
  readonly fieldOf: (path: string, values: Values) => string
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** One a line, or several with commas or spaces between them. */
export const serialsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .flatMap((line) =>
      String(line)
        .toUpperCase()
        .split(/[\s,;،]+/),
    )
    .filter((sn) => sn !== '')
const daysOf = (value: unknown): number[] => (Array.isArray(value) ? value : []).map(Number)

/** What a form says beside what is wanted, as it is sent; what is empty is left out. */
export function sharedBody(values: Values): object {
  const { ttlSeconds, retries, when } = values
  return {
    title: textOf(values['title']),
    targets: targetsOf(values),
    growing: values['way'] === 'groupId' && values['growing'] === true,
    options: {
      ...(values['hasHours'] === true && { window: windowOf(values) }),
      retries: retries === '' ? 0 : retries,
      needOnline: values['needOnline'] === true,
      notify: values['notify'] === true,
      ...(values['ratePerMinute'] !== '' && { ratePerMinute: values['ratePerMinute'] }),
      ...(values['priority'] !== '' && { priority: values['priority'] }),
      ...(when === 'cron' && { zone: zoneIn(values) }),
    },
    ...(when === 'at' && { startsAt: textOf(values['startsAt']) }),
    ...(when === 'cron' && { cron: cronIn(values) }),
    ...(ttlSeconds !== '' && { ttlSeconds: Number(ttlSeconds) }),
  }
}

/** The cron line that the form says, in words or as it stands; empty where a word is missing. */
export function cronIn(values: Values): string {
  const at = textOf(values['roundAt'])
  if (values['rhythm'] === 'cron') return textOf(values['cron'])
  if (at === '') return ''
  if (values['rhythm'] === 'daily') return cronOf({ every: 'daily', at })
  if (values['rhythm'] === 'monthly') {
    const day = Number(values['monthDay'])
    return Number.isInteger(day) && day >= 1 && day <= 31
      ? cronOf({ every: 'monthly', at, day })
      : ''
  }
  const days = daysOf(values['weekdays'])
  return days.length > 0 ? cronOf({ every: 'weekly', at, days }) : ''
}

/** By whose clock it comes round: the reader's, unless another was chosen. */
export const zoneIn = (values: Values): string => textOf(values['zone']) || readerZone()

const windowOf = (values: Values) => ({
  from: textOf(values['from']),
  until: textOf(values['until']),
  days: daysOf(values['days']),
})

/** Which terminals are meant, as it is sent. */
export function targetsOf(values: Values): object {
  switch (values['way']) {
    case 'sns':
      return { sns: serialsOf(values['sns']) }
    case 'ids':
      return { ids: values['ids'] }
    case 'groupId':
      return { groupId: textOf(values['groupId']) }
    case 'orgId':
      return { orgId: textOf(values['orgId']) }
    default: {
      const filter: Filter | null = filterIn(values['filter'])
      return filter === null ? {} : { filter }
    }
  }
}

type Edits = NonNullable<PushStart['edits']>

const editBody = (values: Values, { version }: Edits) => ({ ...sharedBody(values), version })

/** What is wrong with a change of a push: what is wanted by it is no part of that. */
export const editFaults = (values: Values, edits: Edits, { update }: EditCalls) =>
  faultsIn(values, {
    schema: update.schemas.body,
    body: editBody(values, edits),
    fieldOf: sharedField,
  })

/** The same as it is sent; null where a rule is broken. */
export function readyEdit(values: Values, edits: Edits, of: EditCalls): Ready | null {
  const { data: body } = z.safeParse(of.update.schemas.body, editBody(values, edits))
  if (!body) return null
  const params = { id: edits.id }
  return {
    check: (send) => send(of.precheckUpdate, { params, body }),
    give: (send, more) => send(of.update, { params, body: { ...body, ...more } }),
  }
}

interface Judged extends Pick<FormSort, 'fieldOf'> {
  readonly schema: Schema
  readonly body: unknown
}

/** The rules that a body breaks, by the field at which each is mended. */
export function faultsIn(values: Values, { schema, body, fieldOf }: Judged) {
  const read = z.safeParse(schema, body, { reportInput: true })
  const faults: Record<string, string> = {}
  // A line may break several rules.
  const lines = new Set<string>()
  for (const problem of read.error ? problemsOf(read.error) : []) {
    const line = lineOf(problem, values)
    if (line === null) faults[fieldOf(problem.field, values)] ??= sentence(problem)
    else lines.add(line)
  }
  if (lines.size > 0)
    faults['sns'] = t('push.faultyLines', { said: [...lines].slice(0, mostSaid).join(', ') })
  if (values['when'] === 'at' && values['startsAt'] === '')
    faults['startsAt'] = t('kit.invalid.required')
  if (values['when'] === 'cron' && cronIn(values) === '')
    faults[roundField(values)] = t(
      values['rhythm'] === 'monthly' && textOf(values['roundAt']) !== ''
        ? 'push.noMonthDay'
        : 'kit.invalid.required',
    )
  return faults
}

/** Faulty lines that are named. */
const mostSaid = 5

const sentence = ({ key, params }: RuleProblem): string => t(key, params)

/** What was pasted and is no serial number, with its place among them. */
function lineOf({ field }: RuleProblem, values: Values): string | null {
  const [, place] = /^targets\.sns\.(\d+)$/.exec(field) ?? []
  if (place === undefined) return null
  return `${Number(place) + 1}: ${serialsOf(values['sns'])[Number(place)] ?? ''}`
}

/** The field of what is said beside what is wanted. */
export function sharedField(path: string, values: Values): string {
  const [first = '', second = '', third = ''] = path.split('.')
  if (first === 'targets') return wayField(values)
  if (first === 'options') return second === 'window' ? third || 'from' : second
  return first === 'cron' ? roundField(values) : first
}

/** Where it is mended how something comes round. */
function roundField(values: Values): string {
  if (values['rhythm'] === 'cron') return 'cron'
  if (textOf(values['roundAt']) === '') return 'roundAt'
  return values['rhythm'] === 'weekly'
    ? 'weekdays'
    : values['rhythm'] === 'monthly'
      ? 'monthDay'
      : 'roundAt'
}

/** Those that were chosen in a list have no field of their own. */
const wayField = ({ way }: Values): Way | 'way' =>
  ways.find((one) => one === way && one !== 'ids') ?? 'way'
const ways: readonly Way[] = ['sns', 'ids', 'groupId', 'orgId', 'filter']
