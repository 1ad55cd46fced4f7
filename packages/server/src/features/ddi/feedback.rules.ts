import type { DdiStatus } from '@muster/contract'

/** How far an item is when its terminal speaks of it. */
export interface Standing {
  readonly state: string
  readonly step: string | null
}

/** What the terminal says of its item, in the words of U-TASK. */
export interface Report {
  readonly state: 'ACKED' | 'RUNNING' | 'DEFERRED' | 'SUCCESS' | 'FAILED' | 'CANCELLED'
  readonly step?: 'DOWNLOADING' | 'DOWNLOADED' | 'INSTALLING'
  readonly pct?: number
  readonly code?: string
  readonly msg?: string
  readonly result?: { readonly health: 'ok' }
}

/** Clients have no codes: what their sentences say of why it failed. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/hash mismatch|checksum|corrupt|invalid image/i, 'D105'],
  [/no space|not enough|exceeds available space/i, 'D107'],
  [/download failed|channel get|connection/i, 'D104'],
]

const causeOf = (said: string): string =>
  causes.find(([pattern]) => pattern.test(said))?.[1] ?? 'I201'

const longest = 500

/** Of a failure the first lines tell most, of progress the last one. */
function sentenceOf({ details, code }: DdiStatus, isFailure: boolean): string {
  const lines = (details ?? []).map((line) => line.trim()).filter((line) => line !== '')
  const said = isFailure ? lines.join('; ') : (lines.at(-1) ?? '')
  return (code == null ? said : `${said} (${code})`.trim()).slice(0, longest)
}

function percentOf({ result: { progress } }: DdiStatus): number | undefined {
  const { cnt, of } = progress ?? {}
  return cnt == null || !of || cnt > of ? undefined : Math.round((100 * cnt) / of)
}

/** What feedback to a deployment says; null: nothing that is not known. */
export function reportOf(status: DdiStatus, { state, step }: Standing): Report | null {
  const msg = sentenceOf(status, false)
  const said = msg === '' ? {} : { msg }
  switch (status.execution) {
    case 'scheduled':
      return state === 'PUBLISHED' || state === 'DELIVERED' ? { state: 'ACKED', ...said } : null
    case 'download':
      return { state: 'RUNNING', step: 'DOWNLOADING', ...said }
    case 'downloaded':
      return { state: 'RUNNING', step: 'DOWNLOADED', pct: 100, ...said }
    case 'rejected':
      // Not now: whoever gives up says that it is closed.
      return { state: 'DEFERRED', ...said }
    case 'canceled':
      return ended(status, state === 'CANCELLING' ? 'CANCELLED' : 'FAILED')
    case 'closed':
      return ended(status, status.result.finished === 'failure' ? 'FAILED' : 'SUCCESS')
    default: {
      const pct = percentOf(status)
      const isThere = step === 'DOWNLOADED' || step === 'INSTALLING'
      const told = { ...(pct !== undefined && !isThere && { pct }), ...said }
      return { state: 'RUNNING', ...(isThere && { step: 'INSTALLING' as const }), ...told }
    }
  }
}

function ended(status: DdiStatus, state: 'SUCCESS' | 'FAILED' | 'CANCELLED'): Report {
  const msg = sentenceOf(status, state === 'FAILED')
  const said = msg === '' ? {} : { msg }
  if (state === 'SUCCESS') return { state, result: { health: 'ok' }, ...said }
  if (state === 'CANCELLED') return { state, ...said }
  return { state, code: status.execution === 'canceled' ? 'I211' : causeOf(msg), ...said }
}

/** What feedback to a cancellation says. `rejected`: the terminal goes on with what it was given. */
export function answerToCancel({ execution, result }: DdiStatus): 'done' | 'rejected' | 'nothing' {
  if (execution === 'canceled') return 'done'
  if (execution === 'rejected') return 'rejected'
  if (execution !== 'closed') return 'nothing'
  return result.finished === 'failure' ? 'rejected' : 'done'
}

/** Whether feedback says again how its item has ended: its answer was lost. */
export function isRepeated(status: DdiStatus, endedAs: string): boolean {
  const report = reportOf(status, { state: 'CANCELLING', step: null })
  return report?.state === endedAs
}
