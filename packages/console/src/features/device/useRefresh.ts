import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePage } from '../../kit/page/page.ts'

/** Milliseconds between two looks at what nobody is told of: batteries, signals, last contacts. */
const pause = 30_000

/** Reads a path again from time to time while someone looks: signs of life are not announced one by one. */
export function useRefresh(path: string): void {
  const { active } = usePage()
  const queries = useQueryClient()
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [path] })
    }, pause)
    return () => clearInterval(timer)
  }, [active, queries, path])
}
