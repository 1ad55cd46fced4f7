import {
  type CommandName,
  commandNames,
  commandSchemas,
  type Filter,
  type InputOf,
  mqttTasks,
  problemsOf,
  type RuleProblem,
} from '@muster/contract'
import * as z from 'zod/mini'
import { t } from '../../../platform/texts.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import { membersOf } from '../../../ui/form/schema.ts'
import { filterIn } from '../../device/filter/index.ts'

export type TaskBody = InputOf<typeof mqttTasks.add>['body']
export type When = 'now' | 'at' | 'cron'

/** What an argument of the command is called in the form: a title is also what the task has. */
export const argName = (name: string): string => `arg_${name}`

const schema = mqttTasks.add.schemas.body

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const linesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map((line) => String(line).trim().toUpperCase())
const daysOf = (value: unknown): number[] => (Array.isArray(value) ? value : []).map(Number)

/** What a form says, as it is sent; what is empty is left out. */
function bodyOf(values: Values): unknown {
  const { ttlSeconds, retries, when } = values
  return {
    want: { cmd: values['cmd'], args: argsOf(values) },
    title: textOf(values['title']),
    targets: targetsOf(values),
    growing: values['way'] === 'groupId' && values['growing'] === true,
    options: {
      ...(values['hasHours'] === true && { window: windowOf(values) }),
      retries: retries === '' ? 0 : retries,
      needOnline: values['needOnline'] === true,
      notify: values['notify'] === true,
    },
    ...(when === 'at' && { startsAt: textOf(values['startsAt']) }),
    ...(when === 'cron' && { cron: textOf(values['cron']) }),
    ...(ttlSeconds !== '' && { ttlSeconds: Number(ttlSeconds) }),
  }
}

function argsOf(values: Values): Values {
  const cmd = commandOf(values)
  const names = cmd === null ? [] : Object.keys(membersOf(commandSchemas[cmd]))
  return Object.fromEntries<unknown>(
    names
      .map((name): [string, unknown] => [name, values[argName(name)]])
      .filter(([, value]) => value !== ''),
  )
}

/** The command that was chosen; null before. */
export const commandOf = (values: Values): CommandName | null =>
  commandNames.find((cmd) => cmd === values['cmd']) ?? null

const windowOf = (values: Values) => ({
  from: textOf(values['from']),
  until: textOf(values['until']),
  days: daysOf(values['days']),
})

function targetsOf(values: Values): object {
  switch (values['way']) {
    case 'sns':
      return { sns: linesOf(values['sns']).filter((line) => line !== '') }
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

/** The body to send; null where a rule is broken. */
export const readBody = (values: Values): TaskBody | null => {
  const read = z.safeParse(schema, bodyOf(values))
  // What the schema has let pass is what the call takes.
  return read.success ? read.data : null
}

/** What is wrong with each field; none where all may be sent. */
export function faultsOf(values: Values): Record<string, string> {
  const read = z.safeParse(schema, bodyOf(values), { reportInput: true })
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
  if (commandOf(values) === null) faults['cmd'] = t('kit.invalid.required')
  if (values['when'] === 'at' && values['startsAt'] === '')
    faults['startsAt'] = t('kit.invalid.required')
  if (values['when'] === 'cron' && textOf(values['cron']) === '')
    faults['cron'] = t('kit.invalid.required')
  return faults
}

/** Faulty lines that are named. */
const mostSaid = 5

const sentence = ({ key, params }: RuleProblem): string => t(key, params)

/** A pasted line that is no serial number, with the line it stands on. */
function lineOf({ field }: RuleProblem, values: Values): string | null {
  const [, place] = /^targets\.sns\.(\d+)$/.exec(field) ?? []
  if (place === undefined) return null
  return `${Number(place) + 1}: ${linesOf(values['sns'])[Number(place)] ?? ''}`
}

/** The field of the form at which a member of the body is entered. */
export function fieldOf(path: string, values: Values): string {
  const [first = '', second = '', third = ''] = path.split('.')
  if (first === 'want') return second === 'args' && third ? argName(third) : 'cmd'
  if (first === 'targets') return wayField(values)
  if (first === 'options') return second === 'window' ? third || 'from' : second
  return first
}

/** Those that were chosen in a list have no field of their own. */
const wayField = ({ way }: Values): string =>
  typeof way === 'string' && way !== '' && way !== 'ids' ? way : 'way'
