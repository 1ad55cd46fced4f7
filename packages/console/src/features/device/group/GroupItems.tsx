import { type Group, groups } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { GiveGroupItems } from '../../push/index.ts'
import { PlanGroupItem } from '../../upgrade/index.ts'
import { whyNotCopy, whyNotCopyMembers, whyNotRebuild, whyNotSuspend } from './groupRules.ts'

interface GroupItemsProps {
  readonly group: Group
  readonly form: Dialog<Group>
  readonly copying: Dialog<Group>
  readonly copyingMembers: Dialog<Group>
}

/** What can be done to a group. */
export function GroupItems({ group, form, copying, copyingMembers }: GroupItemsProps) {
  const act = useAction(groups)
  const batch = useBatch(groups)
  const { id, name } = group
  const isSuspended = group.state === 'SUSPENDED'
  const freeze = async () => {
    const [title, text] = [t('group.freeze'), t('group.freezeSure', { name })]
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(groups.freeze, { params: { id } }, () => t('group.frozen', { name }))
  }
  return (
    <>
      <ActionItem code={groups.update.permission} icon="edit" onClick={() => form.open(group)}>
        {t('kit.edit')}
      </ActionItem>
      <ActionItem
        code={groups.add.permission}
        icon="plus"
        whyNot={whyNotCopy(group)}
        onClick={() => copying.open(group)}
      >
        {t('group.copy')}
      </ActionItem>
      <ActionItem
        code={groups.copy.permission}
        icon="plus"
        whyNot={whyNotCopyMembers(group)}
        onClick={() => copyingMembers.open(group)}
      >
        {t('group.copyStatic')}
      </ActionItem>
      <ActionItem
        code={groups.rebuild.permission}
        icon="refresh"
        whyNot={whyNotRebuild(group)}
        onClick={() =>
          void act(groups.rebuild, { params: { id } }, () => t('group.rebuildAsked', { name }))
        }
      >
        {t('group.rebuild')}
      </ActionItem>
      <ActionItem
        code={groups.freeze.permission}
        icon="pin"
        whyNot={whyNotRebuild(group)}
        onClick={() => void freeze()}
      >
        {t('group.freeze')}
      </ActionItem>
      <ActionItem
        code={groups.suspend.permission}
        icon={isSuspended ? 'check' : 'close'}
        whyNot={whyNotSuspend(group)}
        onClick={() =>
          void act(groups.suspend, { params: { id, suspended: isSuspended ? '0' : '1' } }, () =>
            t(isSuspended ? 'group.resumed' : 'group.suspended', { name }),
          )
        }
      >
        {t(isSuspended ? 'group.resume' : 'group.suspend')}
      </ActionItem>
      <GiveGroupItems groupId={id} />
      <PlanGroupItem groupId={id} />
      <ActionItem
        code={groups.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
