import { useEffect, useState } from 'react'
import type { Dialog } from '../../../kit/list/useDialog.ts'

/**
 * A dialog whose code has just come opens one step after it was drawn: only what opens before its
 * eyes is noticed by the UI library, which then gives the focus back where it was.
 */
export function useLateDialog<T>(dialog: Dialog<T>): Dialog<T> {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return { ...dialog, isOpen: dialog.isOpen && isDrawn }
}
