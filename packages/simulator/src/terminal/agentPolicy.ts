import type { CommandRequest } from '@muster/contract'
import type { Configuration } from './obedience.ts'

/** Whether D-CFG forbids what a command asks for. */
export function isForbidden(
  command: CommandRequest,
  { screenshot, remote, kiosk, wifiBlocked }: Configuration,
): boolean {
  switch (command.cmd) {
    case 'SCREENSHOT':
      return screenshot === false
    case 'REMOTE_START':
      return remote === 'NEVER'
    case 'START_APP':
      return kiosk !== undefined && !kiosk.includes(command.args.package)
    case 'SET_WIFI':
      return wifiBlocked?.includes(command.args.ssid) ?? false
    default:
      return false
  }
}

/** Whether the user of a terminal must agree to a remote session. */
export const mustAgree = (isAsked: boolean, { remote }: Configuration): boolean =>
  isAsked || remote === 'ASK'

/** The first of some wireless networks that a terminal may join; null: none. */
export const joinable = (
  names: readonly string[],
  { wifiBlocked = [] }: Configuration,
): string | null => names.find((name) => !wifiBlocked.includes(name)) ?? null
