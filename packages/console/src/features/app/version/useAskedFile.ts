import { type Apk, apks } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'

/** The form of a version: also open over a package that was uploaded already, which the address names. */
export function useAskedFile(dialog: Dialog<Apk>) {
  const { query: address, setQuery } = usePage()
  const { file: fileId, ...others } = address
  const mayAdd = useCan(apks.add.permission)
  if (fileId === undefined || !mayAdd) return { fileId: undefined, form: dialog }
  const form = { ...dialog, isOpen: true, record: null, close: () => setQuery(others) }
  return { fileId, form }
}
