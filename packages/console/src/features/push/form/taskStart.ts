import { commandNames, type DetailedPush, secretArguments } from '@muster/contract'
import { emptyPush, sharedStart, type PushStart } from './pushStart.ts'

/** What an argument of the command is called in the form: a title is also what the task has. */
export const argName = (name: string): string => `arg_${name}`

/** A form that nobody has touched. */
export const emptyTask = { cmd: '', ...emptyPush }

/** The same as a task that is there; a password has to be typed anew: nobody is shown it. */
export function startOf(push: DetailedPush): PushStart {
  const cmd = commandNames.find((one) => one === push.kind)
  const hidden = new Set(cmd === undefined ? [] : secretArguments(cmd))
  const args = Object.entries(push.args).map(([name, value]): [string, unknown] => [
    argName(name),
    hidden.has(name) ? '' : value,
  ])
  return {
    values: {
      ...Object.fromEntries<unknown>(args),
      cmd: cmd ?? '',
      ...sharedStart(push),
    },
  }
}
