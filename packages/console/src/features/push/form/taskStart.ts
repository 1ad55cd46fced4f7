import { commandNames, type DetailedPush } from '@muster/contract'
import { emptyPush, sharedStart, type PushStart } from './pushStart.ts'

/** What an argument of the command is called in the form: a title is also what the task has. */
export const argName = (name: string): string => `arg_${name}`

/** A form that nobody has touched. */
export const emptyTask = { cmd: '', ...emptyPush }

/** The same as a task that is there. */
export function startOf(push: DetailedPush): PushStart {
  const args = Object.entries(push.args).map(([name, value]): [string, unknown] => [
    argName(name),
    value,
  ])
  return {
    values: {
      ...Object.fromEntries<unknown>(args),
      cmd: commandNames.find((cmd) => cmd === push.kind) ?? '',
      ...sharedStart(push),
    },
  }
}
