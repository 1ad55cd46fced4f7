import type { DeviceEnvelope, deviceMessages } from '@muster/contract/protocol'
import type { BodyOf, TerminalClock } from '@muster/terminal'
import type { Config } from './config.ts'
import type { Inventory } from './inventory.ts'
import type { Line } from './line.ts'
import type { Program } from './program.ts'
import type { Configuration } from './settings.ts'
import type * as z from 'zod/mini'

export type Task = z.output<typeof deviceMessages.downMessages.task.body>

/** What is said of work beside whose it is and when. */
export type Said = Omit<BodyOf<'task'>, 'item' | 'at' | 'attempt'>

/** How work ended. */
export type Ended = Said & {
  readonly state: 'SUCCESS' | 'FAILED' | 'REFUSED' | 'EXPIRED' | 'CANCELLED'
}

export const success: Ended = { state: 'SUCCESS' }
export const failed = (code: string, said = ''): Ended => {
  const msg = storable(said)
  return { state: 'FAILED', code, ...(msg && { msg }) }
}
/** What a program has said, as the platform takes it: not too long, without NUL and half characters. */
const storable = (said: string): string => said.replaceAll('\0', '').slice(0, 500).toWellFormed()
export const refused = (code: string): Ended => ({ state: 'REFUSED', code })

export type DownloadRules = NonNullable<Configuration['downloads']>

/** What the agent tells by itself. */
export type Told = 'info' | 'net' | 'loc' | 'apps' | 'hb'

/** What work is done with. */
export interface Tools {
  readonly config: Config
  readonly sn: string
  /** base64url of 32 bytes. */
  readonly secret: string
  readonly clock: TerminalClock
  readonly inventory: Inventory
  /** A new proof of the terminal's secret: each counts once. */
  readonly prove: () => string
  readonly tell: (kind: Told) => void
  /** Says goodbye; the agent connects again when it is still there. */
  readonly leave: (why: 'reboot') => Promise<void>
  /** Switches the machine off as soon as the platform knows how its work ended. */
  readonly switchOff: (program: Program) => void
  readonly log: (text: string) => void
  /** Begins or ends a trace; null: done, else the code of what is wrong. */
  readonly trace: (cmd: string, item: string, args: unknown) => string | null
  /** The agent ends. */
  readonly signal: AbortSignal
  /** What D-CFG says of all downloads. */
  readonly downloads: () => DownloadRules
  /** IANA name of the zone that windows are meant in. */
  readonly timeZone: () => string
}

/** One piece of work under way. */
export interface Going {
  readonly message: Pick<DeviceEnvelope, 'id'>
  readonly item: string
  /** Epoch milliseconds by the platform's clock: it waits for nothing any longer; 0: it may wait for ever. */
  readonly exp: number
  /** Packages are fetched one after the other, and tasks done so; who waits for something stands in neither. */
  readonly lines: { readonly fetching: Line; readonly doing: Line }
  readonly say: (said: Said) => void
  /** From now on it may have been done, and is not called off any more: on the disk when it returns. */
  readonly begin: () => void
  /** It is called off, or the agent ends. */
  readonly signal: AbortSignal
}

/** Its time was over while it waited. */
export class Expired extends Error {}
