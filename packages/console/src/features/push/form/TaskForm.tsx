import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { PushForm } from './PushForm.tsx'
import type { PushStart } from './pushStart.ts'
import { SaveTemplate } from './SaveTemplate.tsx'
import { taskSort } from './taskValues.ts'
import { WantFields } from './WantFields.tsx'

interface TaskFormProps {
  readonly dialog: Dialog<PushStart>
  /** What else happens when it was given. */
  readonly done?: () => void
}

/** Gives a command to many terminals. */
export const TaskForm = ({ dialog, done }: TaskFormProps) => (
  <PushForm sort={taskSort} Want={WantFields} Extra={SaveTemplate} dialog={dialog} done={done} />
)
