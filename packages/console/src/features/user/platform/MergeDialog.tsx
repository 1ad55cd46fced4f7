import { type PlatformUser, platformUsers } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import classes from './platform.module.css'

/** Closes a request in favour of another one of the same person. */
export function MergeDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.mergeOf', { name: record?.realName ?? '' })}
    >
      {record && <MergeForm key={record.id} record={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface MergeFormProps {
  readonly record: PlatformUser
  readonly close: () => void
}

function MergeForm({ record: { id, realName }, close }: MergeFormProps) {
  const act = useAction(platformUsers)
  // People who ask twice do so under their name, seldom under their address.
  const [keyword, setKeyword] = useState(realName)
  const [intoId, setInto] = useState('')
  const found = useQuery(query(platformUsers.page, { query: { keyword, pageSize: 50 } }))
  const { submit, isSending } = useSubmit(async () => {
    if (intoId && (await act(platformUsers.merge, { params: { id, intoId } }))) close()
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('platform.mergeHint')}</p>
      <TextInput
        label={t('kit.keyword')}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      <Loaded query={found} permission={platformUsers.page.permission}>
        {({ list }) => <Others rows={list} except={id} value={intoId} onChoose={setInto} />}
      </Loaded>
      <FormFooter agree="platform.merge" isSending={isSending} close={close} />
    </form>
  )
}

interface OthersProps {
  readonly rows: readonly PlatformUser[]
  readonly except: string
  readonly value: string
  readonly onChoose: (id: string) => void
}

function Others({ rows, except, value, onChoose }: OthersProps) {
  const open = rows.filter(
    ({ id, state }) => id !== except && state !== 'CLOSED' && state !== 'REJECTED',
  )
  if (open.length === 0) return <p className={classes.hint}>{t('platform.noOther')}</p>
  const options = Object.fromEntries(
    open.map(({ id, email, realName }) => [id, `${realName} (${email})`]),
  )
  return (
    <ChoiceInput
      label={t('platform.mergeInto')}
      options={options}
      value={value}
      onChoose={onChoose}
      none=""
    />
  )
}
