import { mqttApks } from '@muster/contract'
import { useMemo } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { usePage } from '../../kit/page/page.ts'
import { useCan } from '../../kit/session.ts'
import type { PushStart } from './form/pushStart.ts'

/** The form of a new task: also open for the version or the terminal that the address names, until it is closed. */
export function useAskedVersion(dialog: Dialog<PushStart>): Dialog<PushStart> {
  const { query: address, setQuery } = usePage()
  const { bringApp: appId, bringApk: apkId, bringTo: sn, ...others } = address
  const mayAdd = useCan(mqttApks.add.permission)
  const record = useMemo(
    () =>
      appId && apkId
        ? { values: { action: 'INSTALL', appId, apkId } }
        : sn
          ? { values: { action: 'INSTALL', way: 'sns', sns: [sn] } }
          : null,
    [appId, apkId, sn],
  )
  if (record === null || !mayAdd || dialog.isOpen) return dialog
  return { ...dialog, isOpen: true, record, close: () => setQuery(others) }
}
