import { devices, type TaskItem } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '../../../../kit/live.ts'
import { usePage } from '../../../../kit/page/page.ts'
import { pathOf } from '../../../../kit/queries.ts'
import { isOver } from './steps.ts'

/** Milliseconds between two questions while the live stream is down. */
const pause = 5000

/**
 * Asks about open commands while the live stream is down and someone looks. Answers whether it
 * does.
 */
export function usePolling(id: string, items: readonly Pick<TaskItem, 'state'>[]): boolean {
  const { active } = usePage()
  const queries = useQueryClient()
  const isLive = useLive((state) => state.isOpen)
  const isPolling = active && !isLive && items.some((item) => !isOver(item))
  useEffect(() => {
    if (!isPolling) return undefined
    const path = pathOf(devices.tasks, { params: { id } })
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [path] }), pause)
    return () => clearInterval(timer)
  }, [isPolling, id, queries])
  return isPolling
}
