import {
  type CommandName,
  commandNames,
  type CommandRequest,
  type ManyCommand,
  secretArguments,
} from '@muster/contract'

/** Commands with a button of their own; one dialog asks for the others. */
const own = ['REBOOT', 'SYNC', 'LOCATE', 'MESSAGE'] as const

export type FormCommand = Exclude<CommandName, (typeof own)[number]>
export type FormRequest = Extract<CommandRequest, { cmd: FormCommand }>

export const isFormCommand = (cmd: CommandName): cmd is FormCommand =>
  !own.some((one) => one === cmd)

/** Whether many may be given it: nothing that is done in the background holds a password. */
export const isForMany = (cmd: CommandName): cmd is ManyCommand['cmd'] =>
  isFormCommand(cmd) && secretArguments(cmd).length === 0

export const manyCommandNames = commandNames.filter(isForMany)
