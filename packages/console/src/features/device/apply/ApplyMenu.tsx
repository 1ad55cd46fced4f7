import { type Apply, applies, mayApply } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { confirmApproval } from './confirmApproval.ts'

interface ApplyMenuProps {
  readonly row: Apply
  readonly dialogs: {
    readonly reject: Dialog<Apply>
    readonly assign: Dialog<Apply>
    /** Of those that lack the word about their keys. */
    readonly execute: Dialog<Apply>
    /** Of drafts. */
    readonly form: Dialog<Apply>
  }
}

const { approve, reject: rejectCall, withdraw, execute, remove, submit } = applies

const asked = async (title: string, text: string, kind: 'ordinary' | 'dangerous') =>
  confirm({ title, text, agree: title, kind })

/** What may be done with a request in its state: by who made it, or by who decides. */
export function ApplyMenu({ row, dialogs }: ApplyMenuProps) {
  const act = useAction(applies)
  const { reject, assign, form } = dialogs
  const { id, state, isMine, applyNo: no } = row
  const mine = isMine && (mayApply(state, 'withdraw') || mayApply(state, 'remove'))
  const theirs = !isMine && (mayApply(state, 'reject') || mayApply(state, 'execute'))
  const mayOpen = useCan(
    mine
      ? [withdraw.permission, remove.permission]
      : [approve, rejectCall].map((c) => c.permission),
  )
  if (!mayOpen || !(mine || theirs)) return null
  const agree = async () => {
    if (await confirmApproval(row, t('apply.approve'))) await act(approve, { params: { id } })
  }
  const end = async (call: typeof withdraw, title: string, text: string) => {
    if (await asked(title, text, 'dangerous')) await act(call, { params: { id } })
  }
  return (
    <MoreMenu label={t('apply.actionsOf', { no })}>
      {mine && mayApply(state, 'edit') && <DraftItems row={row} form={form} />}
      {row.mayDecide && (
        <ActionItem code={approve.permission} icon="check" onClick={() => void agree()}>
          {t('apply.approve')}
        </ActionItem>
      )}
      {row.mayDecide && (
        <ActionItem code={approve.permission} icon="user" onClick={() => assign.open(row)}>
          {t('apply.assign')}
        </ActionItem>
      )}
      {theirs && mayApply(state, 'reject') && (
        <ActionItem code={rejectCall.permission} icon="close" onClick={() => reject.open(row)}>
          {t('apply.reject')}
        </ActionItem>
      )}
      {theirs && mayApply(state, 'execute') && <ExecuteItem row={row} dialog={dialogs.execute} />}
      {mine && mayApply(state, 'withdraw') && (
        <ActionItem
          code={withdraw.permission}
          icon="restore"
          onClick={() => void end(withdraw, t('apply.withdraw'), t('apply.withdrawSure', { no }))}
        >
          {t('apply.withdraw')}
        </ActionItem>
      )}
      {mine && mayApply(state, 'remove') && (
        <ActionItem
          code={remove.permission}
          icon="trash"
          isDangerous
          onClick={() => void end(remove, t('apply.remove'), t('apply.removeSure', { no }))}
        >
          {t('apply.remove')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}

interface ExecuteItemProps {
  readonly row: Apply
  readonly dialog: Dialog<Apply>
}

/** Tries it again; of those to be scrapped it asks for the word about their keys, unless it was given. */
function ExecuteItem({ row, dialog }: ExecuteItemProps) {
  const act = useAction(applies)
  const again = async () => {
    if (row.kind === 'DECOMMISSION' && !row.keysErased) dialog.open(row)
    else if (await confirmApproval(row, t('apply.execute')))
      await act(execute, { params: { id: row.id }, body: {} })
  }
  return (
    <ActionItem code={execute.permission} icon="refresh" onClick={() => void again()}>
      {t('apply.execute')}
    </ActionItem>
  )
}

interface DraftItemsProps {
  readonly row: Apply
  readonly form: Dialog<Apply>
}

/** What else its maker does with a draft. */
function DraftItems({ row, form }: DraftItemsProps) {
  const act = useAction(applies)
  const { id, applyNo: no } = row
  const handIn = async () => {
    if (await asked(t('apply.submit'), t('apply.submitSure', { no }), 'ordinary'))
      await act(submit, { params: { id } })
  }
  return (
    <>
      <ActionItem code={submit.permission} icon="check" onClick={() => void handIn()}>
        {t('apply.submit')}
      </ActionItem>
      <ActionItem code={submit.permission} icon="edit" onClick={() => form.open(row)}>
        {t('apply.edit')}
      </ActionItem>
    </>
  )
}
