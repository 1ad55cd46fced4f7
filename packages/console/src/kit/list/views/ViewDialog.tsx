import { type ListView, type ListViewState, listViews, viewSharing } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblems } from '../../callError.ts'
import { useSubmit } from '../../form/useSubmit.ts'
import { outcomeOf, useSend } from '../../useAction.ts'
import type { Dialog } from '../../dialog/useDialog.ts'
import { CancelButton } from '../../dialog/CancelButton.tsx'
import { DialogFrame } from '../../dialog/DialogFrame.tsx'
import { query } from '../../queries.ts'
import { useCan } from '../../session.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, TextInput } from '../../../ui/controls.ts'
import type { ListPlace } from '../tableLayout.ts'
import classes from '../list.module.css'

interface ViewDialogProps {
  /** Null: what is shown is saved as a new view. */
  readonly dialog: Dialog<ListView>
  readonly list: ListPlace
  readonly state: ListViewState
  readonly saved: (view: ListView) => void
}

/** Names a view and says who sees it. */
export function ViewDialog(props: ViewDialogProps) {
  const { dialog } = props
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t(dialog.record ? 'list.viewEdit' : 'list.viewSaveAs')}
    >
      <ViewForm key={dialog.record?.id ?? 'new'} {...props} />
    </DialogFrame>
  )
}

function ViewForm({ dialog, list, state, saved }: ViewDialogProps) {
  const { record } = dialog
  const send = useSend(listViews)
  const [name, setName] = useState(record?.name ?? '')
  const [roleIds, setRoleIds] = useState(record?.roles.map(({ id }) => id) ?? [])
  const [problem, setProblem] = useState<string | null>(null)
  const { submit, isSending } = useSubmit(async () => {
    if (name.trim() === '') return setProblem(t('kit.invalid.required'))
    const body = { name, roleIds }
    const sent = await outcomeOf(
      record
        ? send(listViews.update, {
            body: { ...body, state: record.state, id: record.id, version: record.version },
          })
        : send(listViews.add, { body: { ...body, state, list: list.key ?? '' } }),
    )
    if ('error' in sent)
      return setProblem(fieldProblems(sent.error)[0]?.message ?? sent.error.message)
    dialog.close()
    saved(sent.reply)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('list.viewName')}
        value={name}
        error={problem}
        maxLength={64}
        required
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Sharing view={record} roleIds={roleIds} change={setRoleIds} />
      <div className={classes.dialogFoot}>
        <CancelButton close={dialog.close} />
        <Button type="submit" loading={isSending}>
          {t('kit.save')}
        </Button>
      </div>
    </form>
  )
}

interface SharingProps {
  readonly view: ListView | null
  readonly roleIds: readonly string[]
  readonly change: (roleIds: string[]) => void
}

/** The roles whose holders see the view, for those who may share. */
function Sharing({ view, roleIds, change }: SharingProps) {
  const mayShare = useCan(viewSharing.roles.permission)
  const { data = [] } = useQuery({ ...query(viewSharing.roles, {}), enabled: mayShare })
  const known = new Map([...(view?.roles ?? []), ...data].map((role) => [role.id, role.name]))
  if (!mayShare && known.size === 0) return null
  const turn = (id: string) =>
    change(roleIds.includes(id) ? roleIds.filter((one) => one !== id) : [...roleIds, id])
  return (
    <fieldset className={classes.roles}>
      <legend>{t('list.viewShareWith')}</legend>
      {[...known].map(([id, name]) => (
        <Checkbox key={id} label={name} checked={roleIds.includes(id)} onChange={() => turn(id)} />
      ))}
    </fieldset>
  )
}
