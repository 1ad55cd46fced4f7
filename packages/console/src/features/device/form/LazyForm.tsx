import type { Device } from '@muster/contract'
import { lazy, Suspense, useState } from 'react'
import type { Dialog } from '../../../kit/list/useDialog.ts'

const DeviceForm = lazy(() =>
  import('./DeviceForm.tsx').then((file) => ({ default: file.DeviceForm })),
)

/** The form of a terminal, loaded when it is first opened. */
export function LazyForm({ dialog }: { readonly dialog: Dialog<Device> }) {
  const [wasOpened, setOpened] = useState(false)
  if (dialog.isOpen && !wasOpened) setOpened(true)
  return <Suspense>{wasOpened && <DeviceForm dialog={dialog} />}</Suspense>
}
