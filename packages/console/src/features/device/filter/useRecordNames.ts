import { useQueries, useQuery } from '@tanstack/react-query'
import { isTreeCut, type PickerGroup, useTree } from '../../../kit/form/usePicker.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { linesOf } from '../../../ui/tree/lines.ts'

/** So many records are asked for one by one, where they are not among the first of their list. */
const mostAsked = 20

/**
 * What records are called that a filter names: by one read of their list, which every filter on the page
 * shares, and one for each that the list is too long to hold.
 */
export function useRecordNames(of: PickerGroup, ids: readonly string[]): (id: string) => string {
  const subscribed = usePage().active
  const isAllowed = useCan(of.list.permission)
  const isWanted = isAllowed && ids.length > 0
  const tree = useTree(of.tree, isWanted)
  const list = useQuery({
    ...query(of.list, { query: {} }),
    enabled: isWanted && !of.tree,
    subscribed,
  })
  const all = of.tree ? tree.data && linesOf(tree.data) : list.data
  const known = new Map(all?.map(({ id, name }) => [id, name]))
  const isWhole = of.tree !== undefined && !isTreeCut(all ?? [])
  const missing = all && !isWhole ? ids.filter((id) => !known.has(id)).slice(0, mostAsked) : []
  const found = useQueries({
    queries: missing.map((id) => ({ ...query(of.list, { query: { id } }), subscribed })),
  })
  for (const { data } of found) for (const { id, name } of data ?? []) known.set(id, name)
  const isPending = tree.isLoading || list.isLoading || found.some(({ isLoading }) => isLoading)
  return (id) => known.get(id) ?? t(isPending ? 'kit.loading' : 'kit.notFound')
}
