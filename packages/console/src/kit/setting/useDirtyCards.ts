import { useCallback, useState } from 'react'
import { useMarkPage } from '../page/useMarkPage.ts'

/** The parts of a screen or a dialog, each of which may hold unsaved input. */
export interface DirtyParts {
  /** What each part tells of itself; what it said last holds also while it is not shown. */
  readonly tell: (part: string, isDirty: boolean, isKept?: boolean) => void
  readonly isDirty: (part: string) => boolean
  readonly isAnyDirty: boolean
  /** All unsaved input of them is put back after the console is loaded anew. */
  readonly isKept: boolean
}

/** Follows which parts hold unsaved input. */
export function useDirtyParts(): DirtyParts {
  const [dirty, setParts] = useState<ReadonlyMap<string, boolean>>(new Map())
  const tell = useCallback((part: string, isDirty: boolean, isKept = false) => {
    setParts((known) => {
      if (known.get(part) === (isDirty ? isKept : undefined)) return known
      const next = new Map(known)
      if (isDirty) next.set(part, isKept)
      else next.delete(part)
      return next
    })
  }, [])
  const isKept = ![...dirty.values()].includes(false)
  return { tell, isDirty: (part) => dirty.has(part), isAnyDirty: dirty.size > 0, isKept }
}

/** {@link useDirtyParts} of a page: unsaved input of any of them marks its tab. */
export function useDirtyCards(): DirtyParts {
  const parts = useDirtyParts()
  useMarkPage(parts.isAnyDirty, parts.isKept)
  return parts
}
