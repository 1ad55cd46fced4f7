import { type CommandName, commandNames, commandSchemas, mqttTasks } from '@muster/contract'
import * as z from 'zod/mini'
import { t } from '../../../platform/texts.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import { membersOf } from '../../../ui/form/schema.ts'
import { faultsIn, type FormSort, sharedBody, sharedField } from './pushValues.ts'
import { argName, emptyTask } from './taskStart.ts'

const schema = mqttTasks.add.schemas.body

const bodyOf = (values: Values): unknown => ({
  want: wantOf(values),
  ...sharedBody(values['cmd'] === 'MESSAGE' ? { ...values, title: '' } : values),
})

/** What is wanted, as it is sent. */
export const wantOf = (values: Values) => ({ cmd: values['cmd'], args: argsOf(values) })

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

function fieldOf(path: string, values: Values): string {
  const [first, second, third] = path.split('.')
  if (first !== 'want') return sharedField(path, values)
  return second === 'args' && third ? argName(third) : 'cmd'
}

/** Commands to many terminals. */
export const taskSort: FormSort = {
  of: mqttTasks,
  title: 'push.addTitle',
  edit: mqttTasks,
  empty: emptyTask,
  fieldOf,
  faults: (values) => ({
    ...faultsIn(values, { schema, body: bodyOf(values), fieldOf }),
    ...(commandOf(values) === null && { cmd: t('kit.invalid.required') }),
  }),
  ready: (values) => {
    const { data: body } = z.safeParse(schema, bodyOf(values))
    return body
      ? {
          check: (send) => send(mqttTasks.precheck, { body }),
          give: (send, more) => send(mqttTasks.add, { body: { ...body, ...more } }),
        }
      : null
  },
}
