import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { AppFields } from './AppFields.tsx'
import { appSort } from './appValues.ts'
import { PushForm } from './PushForm.tsx'
import type { PushStart } from './pushStart.ts'

/** Brings many terminals an application, or takes it from them. */
export const AppTaskForm = ({ dialog }: { readonly dialog: Dialog<PushStart> }) => (
  <PushForm sort={appSort} Want={AppFields} dialog={dialog} />
)
