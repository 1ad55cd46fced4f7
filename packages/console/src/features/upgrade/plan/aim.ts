import { type Filter, type Plan, readFilter } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import type { Query } from '../../../platform/address.ts'

/** What makes the list of plans open its form, for the terminals that a filter finds. */
export const aimQuery = (filter: Filter): Query => ({ aim: JSON.stringify(filter) })

/**
 * The form of plans, opened by an address that says for whom; the address forgets it with the form, so
 * that it does not come again with the page.
 */
export function useAimed(form: Dialog<Plan>) {
  const { query, setQuery } = usePage()
  const aim = query['aim'] ? readFilter(query['aim']) : null
  const isAimed = aim !== null
  const close = () => {
    form.close()
    if (isAimed) setQuery({ ...query, aim: '' })
  }
  const dialog = isAimed ? { ...form, isOpen: true, record: null, close } : { ...form, close }
  return { aim, dialog }
}
