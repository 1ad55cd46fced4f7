import { type ParamTemplate, paramTemplates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import classes from './design.module.css'

/** Freezes the draft as a revision, after showing what it changes. */
export function PublishDialog({ dialog }: { readonly dialog: Dialog<ParamTemplate> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('paramTemplate.publishOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && isOpen && <Publish key={record.id} template={record} close={close} />}
    </DialogFrame>
  )
}

interface PublishProps {
  readonly template: ParamTemplate
  readonly close: () => void
}

function Publish({ template: { id, name, rev }, close }: PublishProps) {
  const [note, setNote] = useState('')
  const act = useAction(paramTemplates)
  // What is agreed to is what is so now.
  const check = useQuery({ ...query(paramTemplates.check, { params: { id } }), staleTime: 0 })
  const { submit, isSending } = useSubmit(async () => {
    // As it is now: the list behind the dialog may be older.
    const read = await outcomeOf(call(paramTemplates.detail, { params: { id } }))
    if ('error' in read) return
    const body = { version: read.reply.version, note: note.trim() || null }
    const said = (row: ParamTemplate) =>
      t('paramTemplate.published', { name, rev: formatNumber(row.rev ?? 0) })
    if (await act(paramTemplates.publish, { params: { id }, body }, said)) close()
    else void check.refetch()
  })
  const { faults = [], changes = [] } = check.data ?? {}
  const isReady = check.data !== undefined && faults.length === 0
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <Loaded query={check} permission={paramTemplates.check.permission}>
        {() => (
          <>
            <p>{t(rev === null ? 'paramTemplate.publishFirst' : 'paramTemplate.publishText')}</p>
            {faults.length > 0 && (
              <Callout title={t('paramTemplate.faultsTitle')}>
                <ul className={classes.faults}>
                  {faults.slice(0, 50).map(({ at, message }) => (
                    <li key={`${at.part} ${at.index} ${message}`} dir="auto">
                      {message}
                    </li>
                  ))}
                </ul>
              </Callout>
            )}
            <ChangeTable changes={changes} />
          </>
        )}
      </Loaded>
      <TextInput
        label={t('paramTemplate.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormFooter
        agree="paramTemplate.publish"
        isSending={isSending}
        close={close}
        isDisabled={!isReady || (rev !== null && changes.length === 0)}
      />
    </form>
  )
}
