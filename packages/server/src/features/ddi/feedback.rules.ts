import type { DdiStatus } from '@muster/contract'

/** How far an item is when its terminal speaks of it. */
export interface Standing {
  readonly state: string
  readonly step: string | null
  /** What it said last. */
  readonly message: string | null
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
  [/hash mismatch|checksum(?! ok)|corrupt|invalid image/i, 'D105'],
  [/no space|not enough|exceeds available space/i, 'D107'],
  [/download failed|channel get|connection/i, 'D104'],
]

const causeOf = (said: string): string | undefined =>
  causes.find(([pattern]) => pattern.test(said))?.[1]

/** Whether a sentence says why it fails; rauc-hawkbit-updater says so of what RAUC has said. */
const isMistake = (said: string): boolean =>
  causeOf(said) !== undefined || /^LastError: ./.test(said)

/** Some clients say by no word of their own that the file is there whole. */
const wholeFile = /checksum ok/i

const longest = 500

/** Of a failure the first lines tell most; of progress a mistake, if there is one, else the last line. */
function sentenceOf({ details, code }: DdiStatus, isFailure: boolean): string {
  const lines = (details ?? []).map((line) => line.trim()).filter((line) => line !== '')
  const mistake = lines.find(isMistake)
  const said = isFailure ? lines.join('; ') : (mistake ?? lines.at(-1) ?? '')
  return (code == null ? said : `${said} (${code})`.trim()).slice(0, longest).toWellFormed()
}

function percentOf({ result: { progress } }: DdiStatus): number | undefined {
  const { cnt, of } = progress ?? {}
  return cnt == null || !of || cnt > of ? undefined : Math.round((100 * cnt) / of)
}

/** What feedback to a deployment says; null: nothing that is not known. */
export function reportOf(status: DdiStatus, standing: Standing): Report | null {
  const { state, step, message } = standing
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
      return state === 'CANCELLING' ? cancelled(msg) : failed(status, standing)
    case 'closed':
      return status.result.finished === 'failure'
        ? failed(status, standing)
        : { state: 'SUCCESS', result: { health: 'ok' }, ...said }
    default: {
      const pct = percentOf(status)
      const isThere = step === 'DOWNLOADED' || step === 'INSTALLING'
      if (!isThere && wholeFile.test(msg))
        return { state: 'RUNNING', step: 'DOWNLOADED', pct: 100, ...said }
      // Why it fails is not forgotten for what is said after it.
      const known =
        message !== null && isMistake(message) && !isMistake(msg) ? { msg: message } : said
      const told = { ...(pct !== undefined && !isThere && { pct }), ...known }
      return { state: 'RUNNING', ...(isThere && { step: 'INSTALLING' as const }), ...told }
    }
  }
}

const cancelled = (msg: string): Report => ({ state: 'CANCELLED', ...(msg !== '' && { msg }) })

/** Some clients tell the cause while they are at it, and in the end only that it failed. */
function failed(status: DdiStatus, { message }: Standing): Report {
  const said = sentenceOf(status, true)
  const isTold = message === null || !isMistake(message) || isMistake(said)
  const msg = (isTold ? said : [message, said].filter(Boolean).join('; '))
    .slice(0, longest)
    .toWellFormed()
  const code = status.execution === 'canceled' ? 'I211' : (causeOf(msg) ?? 'I201')
  return { state: 'FAILED', code, ...(msg !== '' && { msg }) }
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
  const report = reportOf(status, { state: 'CANCELLING', step: null, message: null })
  return report?.state === endedAs
}
