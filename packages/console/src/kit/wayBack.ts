import type { CallGroup } from '@muster/contract'
import { t } from '../platform/texts.ts'
import type { WayBack } from './notify.ts'
import { sharedPath } from './sharedPath.ts'

/** How long one may take it back, in milliseconds. */
const undoLasts = 10_000

interface ChangedRecords {
  /** It goes when these are changed in another way. */
  readonly ids: readonly string[]
  /** The calls that change them. */
  readonly of: CallGroup
}

/**
 * The way back of an act, beside the notice that tells of it.
 * @param undo puts back what was, unless somebody has changed it since, and says so
 */
export const wayBack = ({ ids, of }: ChangedRecords, undo: () => Promise<unknown>): WayBack => ({
  action: { label: t('kit.undo'), onClick: () => void undo() },
  about: ids,
  under: sharedPath(of),
  lasts: undoLasts,
})
