import { useCallback, useState } from 'react'
import { useMarkPage } from '../page/useMarkPage.ts'

/** The parts of a screen or a dialog, each of which may hold unsaved input. */
export interface DirtyParts {
  /** What each part tells of itself; what it said last holds also while it is not shown. */
  readonly tell: (part: string, isDirty: boolean) => void
  readonly isDirty: (part: string) => boolean
  readonly isAnyDirty: boolean
}

/** Follows which parts hold unsaved input. */
export function useDirtyParts(): DirtyParts {
  const [dirty, setParts] = useState<ReadonlySet<string>>(new Set())
  const tell = useCallback((part: string, isDirty: boolean) => {
    setParts((known) => {
      if (known.has(part) === isDirty) return known
      const next = new Set(known)
      if (isDirty) next.add(part)
      else next.delete(part)
      return next
    })
  }, [])
  return { tell, isDirty: (part) => dirty.has(part), isAnyDirty: dirty.size > 0 }
}

/** {@link useDirtyParts} of a page: unsaved input of any of them marks its tab. */
export function useDirtyCards(): DirtyParts {
  const parts = useDirtyParts()
  useMarkPage(parts.isAnyDirty)
  return parts
}
