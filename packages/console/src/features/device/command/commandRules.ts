import {
  type CommandName,
  commandPermissions,
  type Device,
  mayMove,
  permittedPerState,
  type TextKey,
} from '@muster/contract'

/** A reason why something cannot be done now; null: it can. */
type Hindrance = TextKey | null

type Alive = Pick<Device, 'lifecycle' | 'status'>

/** Why a terminal cannot be sent a command by somebody who has the right to this command. */
export function whyNotCommand(
  { lifecycle, status }: Alive,
  cmd: CommandName,
  holds: (permission: string) => boolean,
): Hindrance {
  if (status === 0) return 'device.why.disabled'
  const { commands, permission } = permittedPerState[lifecycle]
  if (!commands.includes(cmd)) return 'device.why.commandState'
  return permission === null || holds(permission) ? null : 'device.why.depotOnly'
}

/** Why a terminal cannot be activated: one state alone leads to it. */
export const whyNotActivate = ({ lifecycle }: Pick<Device, 'lifecycle'>): Hindrance => {
  if (lifecycle === 'ACTIVE') return 'device.why.isActive'
  return mayMove(lifecycle, 'ACTIVATE') ? null : 'device.why.activateState'
}

/** Why a terminal needs no release, or cannot enrol at all. */
export function whyNotRelease({
  lifecycle,
  isRegistered,
}: Pick<Device, 'lifecycle' | 'isRegistered'>): Hindrance {
  if (!permittedPerState[lifecycle].connection) return 'device.why.neverEnrols'
  return isRegistered ? null : 'device.why.notRegistered'
}

/** Why a terminal cannot be thrown away; an assigned one can until its first contact. */
export function whyNotRemove(device: Pick<Device, 'lifecycle' | 'presence'>): Hindrance {
  const { lifecycle, presence } = device
  if (['UNCLAIMED', 'STOCK', 'SCRAPPED'].includes(lifecycle)) return null
  return lifecycle === 'ASSIGNED' && presence === 'NEVER' ? null : 'device.why.removeState'
}

/** The permission that each command needs. */
export const permissionOf = (cmd: CommandName): string => commandPermissions[cmd]
