import { useCallback, useEffect, useState } from 'react'
import { usePage } from '../page/page.ts'

/** Unsaved input of any card marks the page's tab. Answers what each card tells of itself. */
export function useDirtyCards(): (card: string, isDirty: boolean) => void {
  const { setDirty } = usePage()
  const [dirty, setCards] = useState<ReadonlySet<string>>(new Set())
  const isAnyDirty = dirty.size > 0
  useEffect(() => {
    setDirty(isAnyDirty)
    return () => setDirty(false)
  }, [setDirty, isAnyDirty])
  return useCallback((card, isDirty) => {
    setCards((known) => {
      if (known.has(card) === isDirty) return known
      const next = new Set(known)
      if (isDirty) next.add(card)
      else next.delete(card)
      return next
    })
  }, [])
}
