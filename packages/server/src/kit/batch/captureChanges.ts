import { recordName } from '@muster/contract'
import type { Undo } from '../../platform/actionNote.ts'
import type { Context } from '../context.ts'

/** A record as a call left it. */
export interface ChangedRow {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly undo?: Undo
}

/**
 * Runs a call and answers the records that it notes as changed. What it wants told to others waits
 * for `tell`: it may yet be undone.
 * @param names takes what records are called, also where the call is refused afterwards
 */
export async function captureChanges(
  ctx: Context,
  call: (inner: Context) => Promise<unknown>,
  names = new Map<string, string>(),
) {
  const rows = new Map<string, ChangedRow>()
  const waiting: (() => void)[] = []
  const answer = await call({
    ...ctx,
    changed: (...told) => waiting.push(() => ctx.changed(...told)),
    ring: (kind) => waiting.push(() => ctx.ring(kind)),
    note: (note) => {
      for (const row of note.rows ?? []) {
        const { id, version = 0, undo } = row
        const name = recordName(row)
        // What has no version is gone, or was never edited: nobody takes it back.
        rows.set(id, { id, version, name, ...(undo && { undo }) })
        names.set(id, name)
      }
      waiting.push(() => ctx.note(note))
    },
  })
  const tell = () => {
    for (const one of waiting) one()
  }
  return { answer, rows: [...rows.values()], tell }
}
