import { type JsonDocument, jsonDocuments } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { useCountTyped } from '../../../kit/dialog/useCountTyped.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { Asked } from '../assignment/Asked.tsx'
import { Reach } from '../assignment/Reach.tsx'
import { Compared } from './Compared.tsx'
import { Faults } from './Faults.tsx'
import classes from './json.module.css'

/** Puts the draft in force, after showing for how many terminals and what changes. */
export function PublishDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('json.publishOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && isOpen && <Publish key={record.id} document={record} close={close} />}
    </DialogFrame>
  )
}

interface PublishProps {
  readonly document: JsonDocument
  readonly close: () => void
}

function Publish({ document, close }: PublishProps) {
  const { id, revision } = document
  const [note, setNote] = useState('')
  const act = useAction(jsonDocuments)
  // What is agreed to is what is so now.
  const impact = useQuery({ ...query(jsonDocuments.impact, { params: { id } }), staleTime: 0 })
  const { isAsked, isOwnAsking } = useAsking(document)
  const mayAgree = !isAsked || (impact.data?.mayAgree ?? false)
  const { isTyped, field } = useCountTyped(impact.data?.count)
  const { submit, isSending } = useSubmit(async () => {
    const { count } = impact.data ?? {}
    if (count === undefined) return
    // As it is now: the list behind the dialog may be older.
    const read = await outcomeOf(call(jsonDocuments.detail, { params: { id } }))
    if ('error' in read) return
    const body = { version: read.reply.version, count, note: note.trim() || null }
    if (await act(jsonDocuments.publish, { params: { id }, body }, become)) close()
    else void impact.refetch()
  })
  const isReady = impact.data?.faults.length === 0 && mayAgree && isTyped
  return (
    <form className={classes.column} onSubmit={submit}>
      <Loaded query={impact} permission={jsonDocuments.impact.permission}>
        {({ count, needsApproval, faults }) => (
          <>
            <Reach of={document} count={count} />
            {isAsked && (
              <Asked by={document.askedByName} isOwnAsking={isOwnAsking} mayAgree={mayAgree} />
            )}
            {!isAsked && needsApproval && (
              <Callout title={t('param.needsApproval')}>{t('param.needsApprovalText')}</Callout>
            )}
            <Faults faults={faults} />
            {revision !== null && <Compared id={id} before={revision} after={null} />}
          </>
        )}
      </Loaded>
      <TextInput
        label={t('param.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {mayAgree && field}
      <FormFooter
        agree={agreeKey(isAsked && !(isOwnAsking && mayAgree), impact.data?.needsApproval ?? false)}
        isSending={isSending}
        close={close}
        isDisabled={!isReady}
      />
    </form>
  )
}

/** Whether it waits for a second person, and whether he who looks is the first. */
function useAsking({ state, askedByName }: JsonDocument) {
  const me = useSession(({ user }) => user?.userName)
  const isAsked = state === 'PENDING_APPROVAL'
  return { isAsked, isOwnAsking: isAsked && askedByName === me }
}

const agreeKey = (isAsked: boolean, needsApproval: boolean) => {
  if (isAsked) return 'param.agree'
  return needsApproval ? 'param.ask' : 'json.publish'
}

/** What has become of it, in words. */
const become = ({ name, state, revision }: JsonDocument): string =>
  state === 'PENDING_APPROVAL'
    ? t('param.asked', { name })
    : t('param.activated', { name, revision: formatNumber(revision ?? 0) })
