import { appKinds, type TaskItem } from '@muster/contract'
import { isOver } from './steps.ts'

export const tickNames = ['delivered', 'accepted', 'applied', 'proven'] as const
export type TickName = (typeof tickNames)[number]

/** `unknown`: nothing that the terminal reports could prove it. */
export type TickState = 'yes' | 'no' | 'open' | 'unknown'

export type Ticks = Readonly<Record<TickName, TickState>>

/** What is known of a terminal besides its own word on the command. */
export interface Evidence {
  /** From when on its connections are known. */
  readonly from: string
  /** Beginnings of its connections, in any order. */
  readonly connectedAt: readonly string[]
  /** When it last reported each kind of snapshot. */
  readonly reportedAt: Readonly<Record<string, string>>
}

type Item = Pick<TaskItem, 'cmd' | 'state' | 'deliveredAt' | 'ackedAt' | 'endedAt' | 'provedAt'>

/**
 * What is certain of a command: the broker gave it to the terminal, the terminal took it on, the
 * terminal says it is done, and the terminal's own reports show it.
 */
export function ticksOf(item: Item, evidence: Evidence): Ticks {
  const wasTaken = item.ackedAt !== null && item.state !== 'REFUSED' && item.state !== 'EXPIRED'
  return {
    delivered: tick(item.deliveredAt !== null || item.ackedAt !== null, item),
    accepted: tick(wasTaken, item),
    applied: tick(item.state === 'SUCCESS', item),
    proven: proofOf(item, evidence),
  }
}

const tick = (isSo: boolean, item: Item): TickState => {
  if (isSo) return 'yes'
  return isOver(item) ? 'no' : 'open'
}

function proofOf(item: Item, evidence: Evidence): TickState {
  if (item.provedAt !== null) return 'yes'
  if (!provable.includes(item.cmd)) return 'unknown'
  if (isOver(item) && item.state !== 'SUCCESS') return 'no'
  if (item.ackedAt === null) return 'open'
  if (appKinds.some((kind) => kind === item.cmd)) return 'open'
  const isSeen = item.cmd === 'REBOOT' ? isBack(item, evidence) : isReported(item, evidence)
  if (isSeen) return 'yes'
  return Date.parse(item.ackedAt) < Date.parse(evidence.from) ? 'unknown' : 'open'
}

/** Commands that leave a trace which the terminal does not write for their sake. */
const provable: readonly string[] = ['REBOOT', 'SYNC', 'LOCATE', ...appKinds]

/** How long after it said "done" a restarted terminal may take to connect, in milliseconds. */
const returnsWithin = 900_000

/** A restarted terminal has connected anew since it took the command. */
function isBack({ ackedAt, endedAt }: Item, { connectedAt }: Evidence): boolean {
  const from = Date.parse(ackedAt ?? '')
  const until = endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt) + returnsWithin
  return connectedAt.some((at) => Date.parse(at) >= from && Date.parse(at) <= until)
}

/** What the command asked for was reported since the terminal took it. */
function isReported({ cmd, ackedAt }: Item, { reportedAt }: Evidence): boolean {
  const at = reportedAt[cmd === 'SYNC' ? 'info' : 'loc']
  return at !== undefined && Date.parse(at) >= Date.parse(ackedAt ?? '')
}
