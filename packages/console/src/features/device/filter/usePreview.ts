import { devices, type Filter, groups } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../../kit/call.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import type { Previewed } from './Preview.tsx'
import { writeTree } from './listFilter.ts'

/** So many of those that a filter finds are shown. */
const shown = 50

interface Asked {
  readonly orgId: string
  readonly includeSubOrgs: boolean
  readonly modelIds: readonly string[]
  /** Null: there is nothing to ask for yet. */
  readonly filter: Filter | null
  /** The group that would change. */
  readonly groupId: string | null
}

/** What a filter finds below an organisation, and what a group would gain and lose by it. */
export function useGroupPreview(asked: Asked) {
  const isAsking = asked.orgId !== '' && asked.filter !== null
  const text = useDebounced(isAsking ? JSON.stringify(asked) : '')
  const isAllowed = useCan(groups.preview.permission)
  const read = useQuery({
    queryKey: [groups.preview.path, text],
    queryFn: ({ signal }) => previewOf(text, signal),
    enabled: isAllowed && text !== '',
    placeholderData: keepPreviousData,
    subscribed: usePage().active,
  })
  return {
    found: isAsking ? read.data : undefined,
    readAt: read.dataUpdatedAt,
    isBusy: read.isFetching,
    error: read.error,
    again: () => void read.refetch(),
  }
}

/** The body that was written as a text, so that it can rest before it is asked for. */
async function previewOf(text: string, signal: AbortSignal): Promise<Previewed> {
  const body = z.parse(groups.preview.schemas.body, JSON.parse(text))
  const { count, capped, joining, leaving, first } = await call(
    groups.preview,
    { body },
    { signal },
  )
  const isChange = body.groupId !== null
  return {
    count,
    isCapped: capped ?? false,
    change: isChange ? { joining, leaving } : null,
    first,
  }
}

/** What a filter finds of the terminals that the user sees. */
export function useEstatePreview(filter: Filter | null) {
  const tree = useDebounced(writeTree(filter))
  const read = useQuery({
    ...query(devices.page, { query: { tree, pageNum: 1, pageSize: shown } }),
    enabled: useCan(devices.page.permission) && tree !== '',
    placeholderData: keepPreviousData,
    subscribed: usePage().active,
  })
  const found: Previewed | undefined = read.data && {
    count: read.data.total,
    isCapped: read.data.capped ?? false,
    change: null,
    first: read.data.list,
  }
  return {
    found: filter ? found : undefined,
    readAt: read.dataUpdatedAt,
    isBusy: read.isFetching,
    error: read.error,
    again: () => void read.refetch(),
  }
}
