import { codes } from '@muster/contract'
import { Refusal } from '../refusal.ts'
import { translate } from '../../platform/texts.ts'
import type { ChangedRow } from './captureChanges.ts'

/** A record that a batch is about; with a version it must not have been changed since. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly version?: number
}

/** A write raises the version by one: who finds it higher was not the first to write since. */
export function requireUnchanged(items: readonly Item[], rows: readonly ChangedRow[]): void {
  const after = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { id, version } of items)
    if (version !== undefined && after.get(id) !== version + 1)
      throw new Refusal(codes.versionConflict, 'batch.changed')
}

/** Who names the version that he left knows the record: what is not there for him has been changed since. */
export function changedSince(error: unknown, items: readonly Item[]): unknown {
  const isKnown = items.every(({ version }) => version !== undefined)
  const isGone = error instanceof Refusal && error.code === codes.notFound
  return isKnown && isGone ? new Refusal(codes.versionConflict, 'batch.changed') : error
}

/** Not the record's fault: nothing is gained by trying the others. */
const passing: readonly number[] = [codes.unavailable, codes.failure, codes.tooManyRequests]

/** The sentence for the record; what is not its fault is thrown on. */
export function reasonOf(error: unknown, language: string): string {
  if (error instanceof Refusal && !passing.includes(error.code))
    return translate(language, error.key, error.detail.params)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '23505') return translate(language, 'refusal.duplicate')
  if (code === '23503') return translate(language, 'refusal.inUse')
  throw error
}
