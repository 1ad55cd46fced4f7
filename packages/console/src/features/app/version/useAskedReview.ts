import { type Apk, apks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'

/** The dialog of a review: also open for the version that the address names, as notices do, until it is closed. */
export function useAskedReview(dialog: Dialog<Apk>): Dialog<Apk> {
  const { query: address, setQuery } = usePage()
  const { review: id, ...others } = address
  const mayReview = useCan(apks.review.permission)
  const { data } = useQuery({
    ...query(apks.detail, { params: { id: id ?? '' } }),
    enabled: id !== undefined && mayReview,
  })
  if (id === undefined || data?.id !== id) return dialog
  return { ...dialog, isOpen: true, record: data, close: () => setQuery(others) }
}
