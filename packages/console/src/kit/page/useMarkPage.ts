import { use, useEffect, useEffectEvent, useId } from 'react'
import { PageContext } from './page.ts'

/**
 * Marks the page around, where there is one, as long as the caller holds unsaved input.
 * @param isKept whether it is put back after the console is loaded anew
 */
export function useMarkPage(isDirty: boolean, isKept = false): void {
  const page = use(PageContext)
  const holder = useId()
  const mark = useEffectEvent((isMarked: boolean, is = false) =>
    page?.setDirty(isMarked, holder, is),
  )
  useEffect(() => {
    if (!isDirty) return undefined
    mark(true, isKept)
    return () => mark(false)
  }, [isDirty, isKept])
}
