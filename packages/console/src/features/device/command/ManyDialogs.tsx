import { lazyDialog } from '../../../platform/lazyPart.tsx'
import type { ChosenDevices } from './useCommandMany.ts'
import type { ManyDialogs as Dialogs } from './useManyDialogs.ts'

const MessageManyDialog = lazyDialog(() =>
  import('./MessageManyDialog.tsx').then((file) => file.MessageManyDialog),
)
const ArgsManyDialog = lazyDialog(() =>
  import('./ArgsManyDialog.tsx').then((file) => file.ArgsManyDialog),
)

interface ManyDialogsProps {
  readonly dialogs: Dialogs
  readonly list: ChosenDevices
}

/** The dialogs of commands to the chosen terminals of a list. */
export function ManyDialogs({ dialogs, list }: ManyDialogsProps) {
  return (
    <>
      <MessageManyDialog dialog={dialogs.message} list={list} />
      <ArgsManyDialog dialog={dialogs.args} list={list} />
    </>
  )
}
