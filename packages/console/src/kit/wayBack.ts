import { t } from '../platform/texts.ts'
import type { WayBack } from './notify.ts'

/** How long one may take it back, in milliseconds. */
const undoLasts = 10_000

/**
 * The way back of an act, beside the notice that tells of it.
 * @param about the ids of what it changed: it goes when they are changed in another way
 * @param undo puts back what was, unless somebody has changed it since, and says so
 */
export const wayBack = (about: readonly string[], undo: () => Promise<unknown>): WayBack => ({
  action: { label: t('kit.undo'), onClick: () => void undo() },
  about,
  lasts: undoLasts,
})
