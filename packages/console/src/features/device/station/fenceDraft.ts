import {
  type Fence,
  fence as fenceRule,
  fenceFaultOf,
  type PushWindow,
  type ReplyOf,
  type stations,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { readPlace } from './readPlace.ts'
import { readSerials } from '../group/serials.ts'

export type FoundFence = ReplyOf<typeof stations.geofence>

/** At night nobody carries a terminal about. */
const usualHours: PushWindow = { from: '21:00', until: '09:00', days: [1, 2, 3, 4, 5, 6, 7] }

/** A fence as it is typed. */
export interface Draft {
  readonly kind: string
  readonly radius: unknown
  readonly corners: string
  readonly dwellMinutes: unknown
  readonly action: string
  readonly message: string
  readonly lockMinutes: unknown
  readonly blocksPayments: boolean
  /** Whether it holds in some hours only. */
  readonly hasHours: boolean
  readonly from: string
  readonly until: string
  readonly days: readonly unknown[]
  readonly whitelist: string
}

export const startOf = ({ fence, whitelist }: FoundFence): Draft => ({
  kind: fence?.kind ?? 'CIRCLE',
  radius: fence?.radius ?? 200,
  corners: linesOf(fence?.points ?? []),
  dwellMinutes: fence?.dwellMinutes ?? 5,
  action: fence?.action ?? 'ALARM',
  message: fence?.message ?? '',
  lockMinutes: fence?.lockMinutes ?? 30,
  blocksPayments: fence?.blocksPayments ?? false,
  hasHours: (fence?.schedule ?? null) !== null,
  ...(fence?.schedule ?? usualHours),
  whitelist: whitelist.join('\n'),
})

export const linesOf = (points: Fence['points']) =>
  points.map((one) => `${one.latitude}, ${one.longitude}`).join('\n')

export function readCorners({ corners }: Draft) {
  const lines = corners.split('\n').filter((line) => line.trim() !== '')
  return { lines, points: lines.flatMap((line) => readPlace(line) ?? []) }
}

/** The fence that was typed, or what is wrong with it. */
export function readDraft(draft: Draft, station: FoundFence) {
  const { lines, points } = readCorners(draft)
  const typed = draft.kind === 'CIRCLE' ? [] : points
  const faults = faultsOf(draft, { station, points: typed, lines: lines.length })
  const isTelling = draft.action !== 'ALARM'
  const read = fenceRule().safeParse({
    kind: draft.kind,
    radius: draft.kind === 'CIRCLE' ? draft.radius : null,
    points: typed,
    dwellMinutes: draft.dwellMinutes,
    action: draft.action,
    message: isTelling ? draft.message : null,
    lockMinutes: draft.action === 'LOCK' ? draft.lockMinutes : null,
    blocksPayments: draft.blocksPayments,
    schedule: draft.hasHours
      ? { from: draft.from, until: draft.until, days: draft.days.map(Number) }
      : null,
  })
  for (const { path, message } of read.error?.issues ?? []) {
    // Of its hours each field stands for itself.
    const name = String(path[0] === 'schedule' ? path[1] : path[0])
    faults[name] ??= message === 'push.emptyWindow' ? t(message) : t('kit.invalid.format')
  }
  return { fence: Object.keys(faults).length === 0 ? (read.data ?? null) : null, faults }
}

interface Typed {
  readonly station: FoundFence
  readonly points: Fence['points']
  /** Lines that corners were typed in. */
  readonly lines: number
}

/** What no schema says of a fence. */
function faultsOf(draft: Draft, { station, points, lines }: Typed): Record<string, string> {
  const faults: Record<string, string> = {}
  const isCircle = draft.kind === 'CIRCLE'
  if (isCircle && station.latitude === null) faults['kind'] = t('station.fenceNeedsPlace')
  if (!isCircle) {
    const fault = fenceFaultOf(points)
    if (points.length < lines) faults['corners'] = t('station.fenceCornersHint')
    else if (fault) faults['corners'] = t(`station.fenceFault.${fault}`)
  }
  const { faulty } = readSerials(draft.whitelist)
  if (faulty.length > 0) faults['whitelist'] = t('station.scanWrong', { sns: faulty.join(', ') })
  if (draft.action !== 'ALARM' && draft.message.trim() === '')
    faults['message'] = t('station.fenceNeedsMessage')
  if (draft.hasHours && station.timeZone === null) faults['hasHours'] = t('station.fenceNeedsZone')
  return faults
}
