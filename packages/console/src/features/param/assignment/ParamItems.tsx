import { type Param, params } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { PushesItem } from '../log/PushesItem.tsx'
import { usePushNow } from './usePushNow.ts'

interface ParamItemsProps {
  readonly param: Param
  readonly dialogs: Readonly<
    Record<'form' | 'revoke' | 'revisions' | 'compare' | 'sync' | 'copy', Dialog<Param>>
  >
}

/** What else can be done to an assignment. */
export function ParamItems({ param, dialogs }: ParamItemsProps) {
  const batch = useBatch(params)
  const pushNow = usePushNow()
  const { id, state, revision, askedFor } = param
  const isActive = state === 'ACTIVE' || askedFor === 'REVOKE'
  return (
    <>
      <ActionItem
        code={params.update.permission}
        icon="edit"
        onClick={() => dialogs.form.open(param)}
      >
        {t('kit.edit')}
      </ActionItem>
      <ActionItem
        code={params.push.permission}
        icon="play"
        whyNot={isActive ? null : 'param.notInForce'}
        onClick={() => void pushNow(param)}
      >
        {t('param.push')}
      </ActionItem>
      <ActionItem
        code={params.sync.permission}
        icon="pulse"
        onClick={() => dialogs.sync.open(param)}
      >
        {t('param.syncStates')}
      </ActionItem>
      <PushesItem of={{ assignmentId: id }} />
      <ActionItem
        code={params.revisions.permission}
        icon="calendar"
        onClick={() => dialogs.revisions.open(param)}
      >
        {t('param.revisions')}
      </ActionItem>
      <ActionItem
        code={params.revisions.permission}
        icon="columns"
        onClick={() => dialogs.compare.open(param)}
      >
        {t('param.compareAssignments')}
      </ActionItem>
      <ActionItem
        code={params.copy.permission}
        icon="plus"
        onClick={() => dialogs.copy.open(param)}
      >
        {t('param.copy')}
      </ActionItem>
      <ActionItem
        code={params.revoke.permission}
        icon="close"
        isRed
        whyNot={
          state === 'REVOKED' || (revision === null && state === 'DRAFT')
            ? 'param.notInForce'
            : null
        }
        onClick={() => dialogs.revoke.open(param)}
      >
        {t(askedFor === 'REVOKE' ? 'param.agreeRevoke' : 'param.revoke')}
      </ActionItem>
      <ActionItem
        code={params.remove.permission}
        icon="trash"
        isDangerous
        because={isActive ? t('param.activeStays', { name: param.name }) : null}
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
