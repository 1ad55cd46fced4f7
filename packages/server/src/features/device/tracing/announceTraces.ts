import { fillPath, logTraces, logTracesPath } from '@muster/contract'
import type { LiveHub } from '../../../platform/liveHub.ts'

interface Touched {
  readonly id: string
  readonly orgId: string
}

/** Tells lists that traces have begun, or come to their end. */
export function announceTraces(live: Pick<LiveHub, 'changed'>, traces: readonly Touched[]): void {
  for (const { id, orgId } of traces)
    live.changed({ path: logTracesPath, ids: [id], orgIds: [orgId] })
}

/** Tells those who follow a trace that there is more of it. */
export const announceTail = (live: Pick<LiveHub, 'changed'>, { id, orgId }: Touched): void =>
  live.changed({ path: fillPath(logTraces.tail.path, { id }), ids: [id], orgIds: [orgId] })
