import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { PushForm, type PushFormHold, type PushStart } from '../../push/form/index.ts'
import { PullFields } from './PullFields.tsx'
import { pullSort } from './pullValues.ts'

const Want = ({ form }: { readonly form: PushFormHold }) => <PullFields field={form.field} />

/** Has terminals hand in their logs: one, several, or all that match. */
export const PullForm = ({ dialog }: { readonly dialog: Dialog<PushStart> }) => (
  <PushForm sort={pullSort} Want={Want} dialog={dialog} />
)
