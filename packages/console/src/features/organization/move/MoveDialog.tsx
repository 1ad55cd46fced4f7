import { type Organization, organizationMove, organizations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Preview } from './Preview.tsx'

/** Moves an organisation with all that is below it under another one. */
export function MoveDialog({ dialog }: { readonly dialog: Dialog<Organization> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('organization.moveOf', { name: record?.name ?? '' })}
    >
      {record && <MoveForm organization={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface MoveFormProps {
  readonly organization: Organization
  readonly close: () => void
}

function MoveForm({ organization: { id, name, parentId: now }, close }: MoveFormProps) {
  const [chosen, setParentId] = useState<string | null>(null)
  const parentId = chosen === now ? null : chosen
  const preview = useQuery({
    ...query(organizationMove.preview, { params: { id, parentId: parentId ?? id } }),
    enabled: parentId !== null,
    // What is agreed to is what is so now.
    staleTime: 0,
  })
  const act = useAction(organizations)
  const isReady = parentId !== null && preview.data?.refusals.length === 0
  const { submit, isSending } = useSubmit(async () => {
    if (isReady && (await act(organizations.move, { params: { id, parentId } }))) close()
  })
  return (
    <form onSubmit={submit}>
      <p>{t('organization.moveText', { name })}</p>
      <RecordPicker
        of={organizations}
        label={t('organization.parent')}
        value={chosen ?? now}
        onChange={setParentId}
        except={id}
        required
      />
      {parentId !== null && (
        <Loaded query={preview} permission={organizationMove.preview.permission}>
          {(data) => <Preview preview={data} />}
        </Loaded>
      )}
      <FormFooter
        agree="organization.move"
        isSending={isSending}
        close={close}
        isDisabled={!isReady}
      />
    </form>
  )
}
