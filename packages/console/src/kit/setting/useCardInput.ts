import { useEffect, useState } from 'react'
import type { CardProps } from './card.ts'

/**
 * Tells of a part whether its draft is unsaved; answers what to call once it is saved: then it is so at
 * once, whenever it is read again.
 */
export function useCardInput(
  { card, onDirty }: Pick<CardProps, 'card' | 'onDirty'>,
  draft: object,
  isEdited: boolean,
): () => void {
  const [saved, setSaved] = useState<object | null>(null)
  const isDirty = isEdited && draft !== saved
  useEffect(() => onDirty(card, isDirty), [onDirty, card, isDirty])
  return () => setSaved(draft)
}
