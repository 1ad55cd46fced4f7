import type { UpgradeVersion } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'

/** A terminal whose way to another version is asked for. */
export interface TerminalWay {
  readonly deviceId: string
  readonly modelId: string
}

/**
 * The dialog of ways, opened by an address that says of which terminal; the address forgets it with the
 * dialog, so that it does not come again with the page.
 */
export function useTerminalWay(dialog: Dialog<UpgradeVersion>) {
  const { query, setQuery } = usePage()
  const { wayOf, wayModel } = query
  if (!wayOf || !wayModel) return { way: null, dialog }
  const close = () => {
    dialog.close()
    setQuery({ ...query, wayOf: '', wayModel: '' })
  }
  const way: TerminalWay = { deviceId: wayOf, modelId: wayModel }
  return { way, dialog: { ...dialog, isOpen: true, record: null, close } }
}
