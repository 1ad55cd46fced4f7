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
const SetsDialog = lazyDialog(() =>
  import('../sets/SetsDialog.tsx').then((file) => file.SetsDialog),
)
const ReportDialog = lazyDialog(() =>
  import('../repair/RepairForm.tsx').then((file) => file.ReportDialog),
)

/** The dialogs of commands, moves and reports of faults. */
export function CommandDialogs({ reboot, message, args, life, sets, report }: Dialogs) {
  return (
    <>
      <RebootDialog dialog={reboot} />
      <MessageDialog dialog={message} />
      <ArgsDialog dialog={args} />
      <LifeDialog dialog={life} />
      <SetsDialog dialog={sets} />
      <ReportDialog dialog={report} />
    </>
  )
}
