import type { deviceMessages } from '@muster/contract/protocol'
import type * as z from 'zod/mini'

/** D-CFG: what the platform tells of intervals, downloads and all that a terminal may do. */
export type Configuration = z.output<(typeof deviceMessages)['configuration']['body']>

/** Members of it that the agent does; the rest is the business of a machine that has a screen and people. */
const done: ReadonlySet<string> = new Set<keyof Configuration>([
  'rev',
  'heartbeatSeconds',
  'timeZone',
  'locationSeconds',
  'infoSeconds',
  'appsSeconds',
  'alarms',
  'downloads',
])

/** D-CFG as it stands on this machine, for U-INFO: what it cannot do it names. */
export const settingsOf = (told: Configuration): { rev: number; refused: string[] } => ({
  rev: told.rev,
  refused: Object.keys(told).filter((name) => !done.has(name)),
})
