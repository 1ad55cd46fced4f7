import { lazy, Suspense } from 'react'
import type { CommandDialogs as Dialogs } from './useCommandDialogs.ts'

const RebootDialog = lazy(() =>
  import('./RebootDialog.tsx').then((file) => ({ default: file.RebootDialog })),
)
const MessageDialog = lazy(() =>
  import('./MessageDialog.tsx').then((file) => ({ default: file.MessageDialog })),
)

/** The dialogs of commands; each is loaded when first opened. */
export function CommandDialogs({ reboot, message }: Dialogs) {
  return (
    <Suspense>
      {reboot.record && <RebootDialog dialog={reboot} />}
      {message.record && <MessageDialog dialog={message} />}
    </Suspense>
  )
}
