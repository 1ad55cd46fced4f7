import { use, useEffect, useEffectEvent, useId } from 'react'
import { PageContext } from './page.ts'

/** Marks the page around, where there is one, as long as the caller holds unsaved input. */
export function useMarkPage(isDirty: boolean): void {
  const page = use(PageContext)
  const holder = useId()
  const mark = useEffectEvent((isMarked: boolean) => page?.setDirty(isMarked, holder))
  useEffect(() => {
    if (!isDirty) return undefined
    mark(true)
    return () => mark(false)
  }, [isDirty])
}
