import {
  finalItemStates,
  hopelessCodes,
  installSteps,
  type ItemState,
  type reportedStates,
} from '@muster/contract'

export type ReportedState = (typeof reportedStates)[number]

/** What moves an item: a report of its terminal, or what the server itself knows. */
export type Move = ReportedState | 'PUBLISHED' | 'DELIVERED' | 'TIMEOUT' | 'CANCELLING'

const sent = ['PUBLISHED', 'DELIVERED'] as const
/** States before the terminal's first answer. */
export const unanswered = ['CREATED', 'QUEUED', ...sent] as const

const begun = ['ACKED', 'RUNNING', 'DEFERRED'] as const

/**
 * From which states a move leads on. Everything else is late or repeated: recorded, never
 * counted, so that no report moves an item backwards.
 */
export const movesFrom: Readonly<Record<Move, readonly ItemState[]>> = {
  PUBLISHED: ['QUEUED'],
  DELIVERED: ['PUBLISHED'],
  ACKED: sent,
  RUNNING: [...sent, ...begun],
  DEFERRED: [...sent, ...begun],
  // One that is told too late to leave it be does it, and says how it ended.
  SUCCESS: [...sent, ...begun, 'CANCELLING'],
  FAILED: [...sent, ...begun, 'CANCELLING'],
  REFUSED: [...sent, 'ACKED', 'DEFERRED', 'CANCELLING'],
  // Also of one that has fetched its file and waits for its turn.
  EXPIRED: [...unanswered, ...begun, 'CANCELLING'],
  TIMEOUT: begun,
  CANCELLING: [...sent, ...begun],
  CANCELLED: ['CANCELLING'],
}

const ends: ReadonlySet<string> = new Set(finalItemStates)

export const isFinal = (state: ItemState): boolean => ends.has(state)

/** Seconds after each sending until the next, while the terminal does not answer. */
const patience = [30, 120, 600]

/** When an unanswered command is sent again; null: not before the terminal connects again. */
export function nextPublication(publications: number, now: Date): Date | null {
  const seconds = patience[publications - 1]
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}

/** How long a terminal that took a command may say nothing more after the command's end. */
export const silenceSeconds = 900

/** After how much of that silence it is asked how far it is. */
export const askAfterSeconds = 450

/** A command that was sent and never answered is asked for so long before its end, or this part of its time. */
export const askAhead = { seconds: 120, part: 4 } as const

/** How long the answer to such a question may take. */
export const answerSeconds = 10

/** How long after its end a command may go on at all. */
export const longestSeconds = 86_400

/** The part of an item that reports change. */
export interface ItemProgress {
  readonly state: ItemState
  readonly percent: number | null
  /** How far an application is while it runs; why its terminal comes to it later. */
  readonly step: string | null
  readonly bytes: number | null
  readonly kbps: number | null
  readonly code: string | null
  readonly message: string | null
  readonly attempt: number
  /** How often its push lets it begin anew. */
  readonly retries: number
  readonly ackedAt: Date | null
  readonly endedAt: Date | null
  readonly staleReports: number
}

export interface TaskReport {
  readonly messageId: string
  readonly state: ReportedState
  readonly pct?: number | undefined
  readonly step?: string | undefined
  readonly bytes?: number | undefined
  readonly kbps?: number | undefined
  /** Why it is `DEFERRED`. */
  readonly reason?: string | undefined
  readonly code?: string | undefined
  readonly msg?: string | undefined
  readonly attempt?: number | undefined
}

export type Outcome = 'MOVED' | 'LATE' | 'REPEATED'

export interface Judgement {
  readonly outcome: Outcome
  readonly item: ItemProgress
}

/** What a terminal's answer does to an item. `seen` holds the message ids of its earlier answers. */
export function judgeReport(
  item: ItemProgress,
  report: TaskReport,
  { seen, now }: { readonly seen: ReadonlySet<string>; readonly now: Date },
): Judgement {
  if (seen.has(report.messageId)) return stale(item, 'REPEATED')
  if (!leadsOn(item, report)) return stale(item, 'LATE')
  // Why an earlier attempt failed is no longer so when one has succeeded.
  const hasRecovered = report.state === 'SUCCESS' && item.code !== null
  const left = hasRecovered ? { code: null, message: null } : item
  const moved: ItemProgress = {
    ...item,
    state: report.state,
    percent: percentAfter(item, report),
    step: stepAfter(item, report),
    bytes: report.bytes ?? item.bytes,
    kbps: report.kbps ?? item.kbps,
    code: report.code ?? (report.state === 'CANCELLED' ? 'S602' : left.code),
    message: report.msg ?? left.message,
    // An answer proves the receipt, also where the terminal skipped the word for it.
    ackedAt: item.ackedAt ?? now,
    endedAt: isFinal(report.state) ? now : null,
  }
  return { outcome: 'MOVED', item: moved }
}

/** Seconds until a terminal that failed begins anew: 1, 2, 4 … minutes, an hour at most. */
export const retrySeconds = (attempt: number): number => Math.min(60 * 2 ** (attempt - 1), 3600)

/** An item that failed and may begin anew; null: this is its end. `from`: its state before. */
export function againAfter(item: ItemProgress, from: ItemState): ItemProgress | null {
  if (item.state !== 'FAILED' || from === 'CANCELLING' || item.attempt > item.retries) return null
  // Another try would only cost a download, and a failed wave would be noticed minutes later.
  if (item.code !== null && hopelessCodes.includes(item.code)) return null
  const attempt = item.attempt + 1
  return {
    ...item,
    state: 'QUEUED',
    attempt,
    step: null,
    percent: null,
    ackedAt: null,
    endedAt: null,
  }
}

const stale = (item: ItemProgress, outcome: Outcome): Judgement => ({
  outcome,
  item: { ...item, staleReports: item.staleReports + 1 },
})

function leadsOn(item: ItemProgress, report: TaskReport): boolean {
  if (report.attempt !== undefined && report.attempt !== item.attempt) return false
  if (!movesFrom[report.state].includes(item.state)) return false
  if (item.state !== 'RUNNING' || report.state !== 'RUNNING') return true
  const further = placeOf(report.step ?? item.step) - placeOf(item.step)
  return further > 0 || (further === 0 && (report.pct ?? 0) >= (item.percent ?? 0))
}

const steps: readonly string[] = installSteps
const placeOf = (step: string | null): number => (step === null ? -1 : steps.indexOf(step))

/** An end keeps the step at which it came. */
function stepAfter(item: ItemProgress, { state, step, reason }: TaskReport): string | null {
  if (state === 'DEFERRED') return reason ?? null
  if (state === 'SUCCESS') return null
  return step ?? (item.state === 'DEFERRED' ? null : item.step)
}

function percentAfter(item: ItemProgress, report: TaskReport): number | null {
  if (report.state === 'SUCCESS') return 100
  const isFurther = report.step !== undefined && report.step !== item.step
  return report.pct ?? (isFurther ? null : item.percent)
}
