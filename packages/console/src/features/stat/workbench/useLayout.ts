import { userWorkbench, workbenchLayout, type WorkbenchLayout } from '@muster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSend } from '../../../kit/useAction.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'

const shipped = workbenchLayout().parse({})

/** How the user has arranged his workbench, on the server. */
export function useLayout() {
  const { active } = usePage()
  const queries = useQueryClient()
  const send = useSend(userWorkbench)
  const read = query(userWorkbench.get, {})
  const { data, isPending } = useQuery({ ...read, subscribed: active })
  const save = async (layout: WorkbenchLayout) => {
    // At once on the screen; refused, the call says why and what the server has is shown again.
    queries.setQueryData(read.queryKey, layout)
    await send(userWorkbench.save, { body: layout }).catch(() => undefined)
  }
  return { layout: data ?? shipped, isPending, save }
}
