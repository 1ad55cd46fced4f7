import type { deviceMessages } from '@muster/contract'
import type * as z from 'zod/mini'

export type Configuration = z.output<(typeof deviceMessages)['configuration']['body']>
type Obedience = NonNullable<z.output<(typeof deviceMessages)['information']['body']>['settings']>

/** What a terminal must be able to do for a member of D-CFG. */
const needs = { locks: 'KIOSK', launcher: 'KIOSK', kiosk: 'KIOSK' } as const satisfies Partial<
  Record<keyof Configuration, string>
>

/** D-CFG as it stands on a terminal: what it can do is done, what it lacks is refused by name. */
export function obedienceOf(told: Configuration, capabilities: readonly string[]): Obedience {
  const { rev, launcher, locks, sideLoad, usbDebug, brightness, volume, wifi, apns } = told
  const { kiosk, screenshot, remote, log } = told
  const refused = Object.entries(needs)
    .filter(([name, need]) => name in told && !capabilities.includes(need))
    .map(([name]) => name)
  const locked = Object.entries(locks ?? {}).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return {
    rev,
    refused,
    ...(launcher !== undefined && !refused.includes('launcher') && { launcher }),
    ...(locks && !refused.includes('locks') && { locks: locked }),
    ...(kiosk && !refused.includes('kiosk') && { kiosk }),
    ...(screenshot !== undefined && { screenshot }),
    ...(remote !== undefined && { remote }),
    ...(log?.level !== undefined && { logLevel: log.level }),
    ...(sideLoad !== undefined && { sideLoad }),
    ...(usbDebug !== undefined && { usbDebug }),
    ...(brightness !== undefined && { brightness }),
    ...(volume !== undefined && { volume }),
    ...(wifi && { wifi: wifi.map(({ ssid }) => ssid) }),
    ...(apns && { apns: apns.map(({ apn }) => apn) }),
  }
}
