import { type DeviceEnvelope, deviceMessages } from '@muster/contract/protocol'
import { isOutdated } from '@muster/terminal'
import * as z from 'zod/mini'

const { body } = deviceMessages.configuration

/** D-CFG: what the platform tells of intervals, downloads and all that a terminal may do. */
export type Configuration = z.output<typeof body>

/** The same as the disk keeps it: `ts` is when the platform wrote it. */
export const keptConfiguration = z.object({ ts: z.int(), told: body })
export type KeptConfiguration = z.output<typeof keptConfiguration>

/** What a message puts in force; null: nothing that is in order and newer. */
export function readConfiguration(
  { ts, body: said }: Pick<DeviceEnvelope, 'ts' | 'body'>,
  before: KeptConfiguration,
): KeptConfiguration | null {
  const { data: told } = body.safeParse(said)
  const inForce = { rev: before.told.rev, ts: before.ts }
  return told && !isOutdated({ rev: told.rev, ts }, inForce) ? { ts, told } : null
}

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
