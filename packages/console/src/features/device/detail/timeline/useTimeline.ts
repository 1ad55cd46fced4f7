import { deviceLife, devices, type ReplyOf, type TimelineKind } from '@muster/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../../kit/call.ts'
import { usePage } from '../../../../kit/page/page.ts'
import { pathOf } from '../../../../kit/queries.ts'

type Reply = ReplyOf<typeof deviceLife.timeline>

/** What happened to a terminal, of one kind or of all, as far back as somebody wants to read. */
export function useTimeline(id: string, kind: TimelineKind | null) {
  const { active } = usePage()
  const params = { id }
  return useInfiniteQuery({
    // Known by its commands, of which the live stream tells one by one; `params` says whose they are.
    queryKey: [pathOf(devices.tasks, { params }), { params, timeline: kind ?? 'ALL' }],
    queryFn: ({ pageParam, signal }) =>
      call(
        deviceLife.timeline,
        { params, query: { ...(kind && { kind }), ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }: Reply) => next,
    subscribed: active,
  })
}
