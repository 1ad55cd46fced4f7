import type { CommandName } from '@muster/contract'
import { formatAll, nothing } from '../../../platform/format.ts'
import { commandText } from '../../device/index.ts'

/** What commands are called, one after the other. */
export const namesOf = (commands: readonly CommandName[]): string =>
  commands.length === 0 ? nothing : formatAll(commands.map(commandText))
