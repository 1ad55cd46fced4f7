import { lazyDialog } from '../../../platform/lazyPart.tsx'
import type { CommandDialogs as Dialogs } from './useCommandDialogs.ts'

const RebootDialog = lazyDialog(() =>
  import('./RebootDialog.tsx').then((file) => file.RebootDialog),
)
const MessageDialog = lazyDialog(() =>
  import('./MessageDialog.tsx').then((file) => file.MessageDialog),
)

/** The dialogs of commands. */
export function CommandDialogs({ reboot, message }: Dialogs) {
  return (
    <>
      <RebootDialog dialog={reboot} />
      <MessageDialog dialog={message} />
    </>
  )
}
