import { type Filter, type Plan, type PlanForm, readFilter } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import type { Query } from '../../../platform/address.ts'

/** What a new plan begins with: its terminals, or what it brings. */
export type Aim = Pick<Partial<PlanForm>, 'targets' | 'versionIds'>

/** What makes the list of plans open its form, for the terminals that a filter finds. */
export const aimQuery = (filter: Filter): Query => ({ aim: JSON.stringify(filter) })

/** The same for the members of a group. */
export const groupQuery = (groupId: string): Query => ({ aimGroup: groupId })

/** The same for one terminal. */
export const terminalQuery = (sn: string): Query => ({ aimSn: sn })

/** The same for a version; `versionId` is what the list itself is filtered by. */
export const bringQuery = (versionId: string): Query => ({ bring: versionId })

/**
 * The form of plans, opened by an address that says for whom, or what it brings; the address forgets it
 * with the form, so that it does not come again with the page.
 */
export function useAimed(form: Dialog<Plan>) {
  const { query, setQuery } = usePage()
  const aim = aimOf(query)
  const isAimed = aim !== null
  const close = () => {
    form.close()
    if (isAimed) setQuery({ ...query, aim: '', aimGroup: '', aimSn: '', bring: '' })
  }
  const dialog = isAimed ? { ...form, isOpen: true, record: null, close } : { ...form, close }
  return { aim, dialog }
}

function aimOf({ bring, ...query }: Query): Aim | null {
  const targets = targetsIn(query)
  if (targets === null && !bring) return null
  return { ...(targets && { targets }), ...(bring && { versionIds: [bring] }) }
}

function targetsIn({ aim, aimGroup, aimSn }: Query): PlanForm['targets'] | null {
  if (aimGroup) return { groupId: aimGroup }
  if (aimSn) return { sns: [aimSn] }
  const filter = aim ? readFilter(aim) : null
  return filter && { filter }
}
