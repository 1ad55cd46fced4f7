/** Minutes until the next try, after the first failure, the second … */
const backoffMinutes = [1, 5, 15, 60, 360, 1440] as const

/** What a try came to: an HTTP status, or why there was no answer. */
export interface Outcome {
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
}

/**
 * `sent`: taken; `refused`: the receiver is there and does not want this one; `away`: nobody can
 * be delivered to now, so that all that waits for this receiver waits on, in its order.
 */
export type Verdict = 'sent' | 'refused' | 'away'

export function verdictOf({ status }: Pick<Outcome, 'status'>): Verdict {
  if (status === null || status === 408 || status === 429 || status >= 500) return 'away'
  return status >= 200 && status < 300 ? 'sent' : 'refused'
}

/** Minutes until it is tried again after so many failures; null: not any more. */
export const nextTry = (failures: number): number | null => backoffMinutes[failures - 1] ?? null

/** The same for a receiver: it is asked once a day as long as it is not stopped. */
export const nextVisit = (failures: number): number => nextTry(failures) ?? 1440
