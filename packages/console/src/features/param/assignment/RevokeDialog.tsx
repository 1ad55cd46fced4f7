import { type Param, params } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, TextInput } from '../../../ui/controls.ts'
import classes from './assignment.module.css'

/** Ends what an assignment says, after saying what that means. */
export function RevokeDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('param.revokeOf', { name: record?.name ?? '' })}
    >
      {record && <Revoke key={record.id} param={record} close={close} />}
    </DialogFrame>
  )
}

function Revoke({ param, close }: { readonly param: Param; readonly close: () => void }) {
  const { id, version, name, deviceCount } = param
  const [note, setNote] = useState('')
  const act = useAction(params)
  const revoke = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = { version, note: note.trim() || null }
    if (await act(params.revoke, { params: { id }, body }, () => t('param.revoked', { name })))
      close()
  }
  return (
    <form className={classes.dialog} onSubmit={(event) => void revoke(event)}>
      <p>{t('param.revokeText', { count: formatNumber(deviceCount) })}</p>
      <TextInput
        label={t('param.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('kit.cancel')}
        </Button>
        <Button type="submit" color="red">
          {t('param.revoke')}
        </Button>
      </Group>
    </form>
  )
}
