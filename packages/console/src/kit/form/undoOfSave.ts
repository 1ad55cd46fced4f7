import { bodyOf, startValues, type Values } from '../../ui/form/formRules.ts'
import type { Formed, Versioned } from '../list/listed.ts'
import { notify } from '../notify.ts'
import { outcomeOf, type Send } from '../useAction.ts'
import type { WayBack } from '../notify.ts'
import { wayBack } from '../wayBack.ts'
import { keepSaved } from './savedRecords.ts'

interface Saving<R, F> {
  /** As it was before. */
  readonly record: R
  readonly saved: R
  readonly fields: F
}

/**
 * The way back of a save: what the form held before, over the version that the save has made; who has
 * changed it since keeps his change. Null where nothing was changed, or something that no record tells:
 * a secret that was set anew is not put back.
 */
export function undoOfSave<R extends Versioned, F>(
  { add, update }: Formed<R, F>,
  { record, saved, fields }: Saving<R, F>,
  send: Send,
): WayBack | null {
  const schema = add.schemas.body
  const former = bodyOf(schema, startValues(schema, record))
  const changed = changedNames(former, fields)
  if (changed.length === 0 || changed.some((name) => !(name in record))) return null
  const { id, version } = saved
  return wayBack({ ids: [id], of: { add, update } }, async () => {
    // The schema had let these values pass when they were read.
    const body = { ...(former as F), id, version }
    const outcome = await outcomeOf<unknown>(send(update, { body }))
    if (!('reply' in outcome)) return
    // It answers its record.
    keepSaved(outcome.reply as R)
    notify.written({ ...record }, 'undone')
  })
}

/** The fields in which a form differs from what was there before. */
export const changedNames = (former: Values, fields: unknown): readonly string[] =>
  Object.entries({ ...(fields as object) }).flatMap(([name, value]) =>
    JSON.stringify(value ?? null) === JSON.stringify(former[name] ?? null) ? [] : [name],
  )
