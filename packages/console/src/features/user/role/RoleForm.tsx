import { organizations, type Role, roles } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { texts } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  CodeField,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { roleTypeTexts } from './roleColumns.tsx'

/** Adds and edits a role; what it gives is set apart, see `RoleDialog`. */
export function RoleForm({ dialog }: { readonly dialog: Dialog<Role> }) {
  return (
    <FormDialog of={roles} dialog={dialog} title="role.add" start={{ type: 'ORGANIZATION' }}>
      {(field) => (
        <>
          <TextField {...field('name', 'role.name')} />
          <CodeField {...field('code', 'role.code')} />
          <ChoiceField {...field('type', 'role.type')} options={texts(roleTypeTexts)} />
          <RecordField {...field('orgId', 'role.organization')} of={organizations} />
          <CheckField {...field('inheritable', 'role.inheritable')} />
          <LongTextField {...field('remark', 'role.remark')} />
        </>
      )}
    </FormDialog>
  )
}
