import { type Param, params } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './assignment.module.css'
import { useNote } from './useNote.tsx'

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
  const { id, version, name, deviceCount, revision } = param
  const { said, fields } = useNote()
  const act = useAction(params)
  const { isAsked, isOwn, needsSecond, isAwaited } = useSecond(param)
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
          {isOwn
            ? t('param.anotherPerson')
            : t('param.revokeAskedBy', { name: param.askedByName ?? '' })}
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

/** Whether a second person has to agree, and who has asked for one. */
function useSecond({ id, askedFor, askedByName }: Param) {
  const me = useSession(({ user }) => user?.userName)
  const impact = useQuery({ ...query(params.impact, { params: { id } }), staleTime: 0 })
  const isAsked = askedFor === 'REVOKE'
  const isOwnAsking = isAsked && askedByName === me
  // Who had to ask because of what counted then goes on by himself once it counts no more.
  const isFree = isOwnAsking && impact.data?.needsApproval === false
  return {
    isAsked: isAsked && !isFree,
    isOwn: isOwnAsking && !isFree,
    needsSecond: impact.data?.needsApproval ?? false,
    isAwaited: impact.isLoading,
  }
}
