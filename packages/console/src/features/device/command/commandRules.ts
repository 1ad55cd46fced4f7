import {
  type CommandName,
  commandPermissions,
  type Device,
  permittedCommands,
  type TextKey,
} from '@muster/contract'

/** A reason why something cannot be done now; null: it can. */
type Hindrance = TextKey | null

type Alive = Pick<Device, 'lifecycle'>

/** Why a terminal cannot be sent a command. */
export const whyNotCommand = ({ lifecycle }: Alive, cmd: CommandName): Hindrance =>
  permittedCommands[lifecycle].includes(cmd) ? null : 'device.why.commandState'

/** Why a terminal cannot be activated: functional.md 3.3.1 leads to it from one state. */
export const whyNotActivate = ({ lifecycle }: Alive): Hindrance => {
  if (lifecycle === 'ACTIVE') return 'device.why.isActive'
  return lifecycle === 'ASSIGNED' ? null : 'device.why.activateState'
}

/** Why a terminal cannot be thrown away; an assigned one can until its first contact. */
export function whyNotRemove(device: Pick<Device, 'lifecycle' | 'presence'>): Hindrance {
  const { lifecycle, presence } = device
  if (['UNCLAIMED', 'STOCK', 'SCRAPPED'].includes(lifecycle)) return null
  return lifecycle === 'ASSIGNED' && presence === 'NEVER' ? null : 'device.why.removeState'
}

/** The permission that each command needs. */
export const permissionOf = (cmd: CommandName): string => commandPermissions[cmd]
