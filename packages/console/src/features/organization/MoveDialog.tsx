import { type Organization, organizations } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { useAction } from '../../kit/list/useAction.ts'
import type { Dialog } from '../../kit/list/useDialog.ts'
import { DialogFrame } from '../../kit/parts/DialogFrame.tsx'
import { RecordPicker } from '../../kit/parts/RecordPicker.tsx'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'

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
  const [parentId, setParentId] = useState<string | null>(null)
  const act = useAction(organizations)
  const move = async (event: SubmitEvent) => {
    event.preventDefault()
    if (parentId && (await act(organizations.move, { params: { id, parentId } }))) close()
  }
  return (
    <form onSubmit={(event) => void move(event)}>
      <p>{t('organization.moveText', { name })}</p>
      <RecordPicker
        of={organizations}
        label={t('organization.parent')}
        value={parentId ?? now}
        onChange={setParentId}
        except={id}
        required
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('kit.cancel')}
        </Button>
        <Button type="submit" disabled={parentId === null || parentId === now}>
          {t('organization.move')}
        </Button>
      </Group>
    </form>
  )
}
