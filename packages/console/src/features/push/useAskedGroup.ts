import { useMemo } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { usePage } from '../../kit/page/page.ts'
import { useCan } from '../../kit/session.ts'
import type { Query } from '../../platform/address.ts'
import type { PushStart } from './form/pushStart.ts'

/** What makes a list of tasks open its form for the members of a group. */
export const groupQuery = (groupId: string): Query => ({ forGroup: groupId })

/** The form of a new task: also open for the group that the address names, until it is closed. */
export function useAskedGroup(dialog: Dialog<PushStart>, permission: string): Dialog<PushStart> {
  const { query: address, setQuery } = usePage()
  const { forGroup: groupId, ...others } = address
  const mayAdd = useCan(permission)
  const record = useMemo(
    () => (groupId ? { values: { way: 'groupId', groupId } } : null),
    [groupId],
  )
  if (record === null || !mayAdd || dialog.isOpen) return dialog
  return { ...dialog, isOpen: true, record, close: () => setQuery(others) }
}
