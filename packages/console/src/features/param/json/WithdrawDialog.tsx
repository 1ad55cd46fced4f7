import { type JsonDocument, jsonDocuments } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { useCountTyped } from '../../../kit/dialog/useCountTyped.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { useSecond } from '../assignment/useSecond.ts'
import classes from './json.module.css'

/** Takes a document out of force, after saying what that means. */
export function WithdrawDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('json.withdrawOf', { name: record?.name ?? '' })}
    >
      {record && <Withdraw key={record.id} document={record} close={close} />}
    </DialogFrame>
  )
}

interface WithdrawProps {
  readonly document: JsonDocument
  readonly close: () => void
}

function Withdraw({ document, close }: WithdrawProps) {
  const { id, version, deviceCount, askedByName } = document
  const act = useAction(jsonDocuments)
  const impact = useQuery({ ...query(jsonDocuments.impact, { params: { id } }), staleTime: 0 })
  const isWaiting = document.askedFor === 'WITHDRAW'
  const { isAsked, isOwn, needsSecond, isAwaited } = useSecond({ isWaiting, askedByName }, impact)
  const { isTyped, field } = useCountTyped(deviceCount)
  const { submit, isSending } = useSubmit(async () => {
    if (await act(jsonDocuments.withdraw, { params: { id }, body: { version } }, become)) close()
  })
  // What its button does is known first: none changes, or moves, under the pointer.
  if (isAwaited) return <Awaited />
  return (
    <form className={classes.column} onSubmit={submit}>
      <p>{t('json.withdrawText', { count: formatNumber(deviceCount) })}</p>
      {isAsked && (
        <Callout title={t('json.withdrawIsAsked')}>
          {isOwn
            ? t('param.anotherPerson')
            : t('json.withdrawAskedBy', { name: askedByName ?? '' })}
        </Callout>
      )}
      {!isAsked && needsSecond && (
        <Callout title={t('param.needsApproval')}>{t('json.withdrawNeedsText')}</Callout>
      )}
      {!isOwn && field}
      <FormFooter
        agree={withdrawKey(isAsked, needsSecond)}
        isSending={isSending}
        close={close}
        isDisabled={isOwn || !isTyped}
        isDangerous
      />
    </form>
  )
}

const withdrawKey = (isAsked: boolean, needsSecond: boolean) => {
  if (isAsked) return 'json.agreeWithdraw'
  return needsSecond ? 'param.ask' : 'json.withdraw'
}

/** What has become of it, in words. */
const become = ({ name, status }: JsonDocument): string =>
  t(status === 0 ? 'json.withdrawn' : 'json.askedWithdraw', { name })
