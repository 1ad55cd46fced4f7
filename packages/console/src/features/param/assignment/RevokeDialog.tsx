import { type Param, params } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './assignment.module.css'
import { useNote } from './useNote.tsx'
import { useSecond } from './useSecond.ts'

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
  const { id, version, name, deviceCount, revision, askedByName } = param
  const { said, fields } = useNote()
  const act = useAction(params)
  const impact = useQuery({ ...query(params.impact, { params: { id } }), staleTime: 0 })
  const isWaiting = param.askedFor === 'REVOKE'
  const { isAsked, isOwn, needsSecond, isAwaited } = useSecond({ isWaiting, askedByName }, impact)
  const { submit, isSending } = useSubmit(async () => {
    const body = { version, ...said }
    const told = ({ state }: Param) =>
      t(state === 'REVOKED' ? 'param.revoked' : 'param.askedRevoke', { name })
    if (await act(params.revoke, { params: { id }, body }, told)) close()
  })
  // What its button does is known first: none changes, or moves, under the pointer.
  if (isAwaited) return <Awaited />
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <p>{t('param.revokeText', { count: formatNumber(deviceCount) })}</p>
      {isAsked && (
        <Callout title={t('param.revokeIsAsked')}>
          {isOwn ? t('param.anotherPerson') : t('param.revokeAskedBy', { name: askedByName ?? '' })}
        </Callout>
      )}
      {!isAsked && revision !== null && needsSecond && (
        <Callout title={t('param.needsApproval')}>{t('param.revokeNeedsText')}</Callout>
      )}
      {fields}
      <FormFooter
        agree={revokeKey(isAsked, revision !== null && needsSecond)}
        isSending={isSending}
        close={close}
        isDisabled={isOwn}
        isDangerous
      />
    </form>
  )
}

const revokeKey = (isAsked: boolean, needsSecond: boolean) => {
  if (isAsked) return 'param.agreeRevoke'
  return needsSecond ? 'param.ask' : 'param.revoke'
}
