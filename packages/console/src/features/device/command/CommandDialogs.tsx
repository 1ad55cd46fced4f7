import { lazyDialog } from '../../../platform/lazyPart.tsx'
import type { CommandDialogs as Dialogs } from './useCommandDialogs.ts'

const RebootDialog = lazyDialog(() =>
  import('./RebootDialog.tsx').then((file) => file.RebootDialog),
)
const MessageDialog = lazyDialog(() =>
  import('./MessageDialog.tsx').then((file) => file.MessageDialog),
)
const LifeDialog = lazyDialog(() =>
  import('../life/LifeDialog.tsx').then((file) => file.LifeDialog),
)

/** The dialogs of commands and moves. */
export function CommandDialogs({ reboot, message, life }: Dialogs) {
  return (
    <>
      <RebootDialog dialog={reboot} />
      <MessageDialog dialog={message} />
      <LifeDialog dialog={life} />
    </>
  )
}
