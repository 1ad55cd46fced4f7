import { type Client, clients } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { ClientFields } from './ClientFields.tsx'

/** Edits a client; a new one has a dialog of its own, because its secret must be told. */
export function ClientForm({ dialog }: { readonly dialog: Dialog<Client> }) {
  return (
    <FormDialog of={clients} dialog={dialog} title="client.add">
      {(field) => <ClientFields field={field} />}
    </FormDialog>
  )
}
