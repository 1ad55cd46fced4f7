import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { AppFields } from './AppFields.tsx'
import { appSort } from './appValues.ts'
import { PushForm } from './PushForm.tsx'
import type { PushStart } from './pushStart.ts'

interface AppTaskFormProps {
  readonly dialog: Dialog<PushStart>
  /** What else happens when it was given. */
  readonly done?: () => void
}

/** Brings many terminals an application, or takes it from them. */
export const AppTaskForm = ({ dialog, done }: AppTaskFormProps) => (
  <PushForm sort={appSort} Want={AppFields} dialog={dialog} done={done} />
)
