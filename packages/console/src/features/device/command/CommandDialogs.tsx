import { lazyDialog } from '../../../platform/lazyPart.tsx'
import type { CommandDialogs as Dialogs } from './useCommandDialogs.ts'

const RebootDialog = lazyDialog(() =>
  import('./RebootDialog.tsx').then((file) => file.RebootDialog),
)
const MessageDialog = lazyDialog(() =>
  import('./MessageDialog.tsx').then((file) => file.MessageDialog),
)
const ArgsDialog = lazyDialog(() => import('./ArgsDialog.tsx').then((file) => file.ArgsDialog))
const LifeDialog = lazyDialog(() =>
  import('../life/LifeDialog.tsx').then((file) => file.LifeDialog),
)

/** The dialogs of commands and moves. */
export function CommandDialogs({ reboot, message, args, life }: Dialogs) {
  return (
    <>
      <RebootDialog dialog={reboot} />
      <MessageDialog dialog={message} />
      <ArgsDialog dialog={args} />
      <LifeDialog dialog={life} />
    </>
  )
}
