import { fillPath, type JsonDocument, jsonDocuments } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { pushed } from '../assignment/usePushNow.ts'
import { PushesItem } from '../log/PushesItem.tsx'

interface JsonItemsProps {
  readonly document: JsonDocument
  readonly dialogs: Readonly<
    Record<'form' | 'withdraw' | 'revisions' | 'copy' | 'sync', Dialog<JsonDocument>>
  >
}

/** What else can be done to a document. */
export function JsonItems({ document, dialogs }: JsonItemsProps) {
  const batch = useBatch(jsonDocuments)
  const push = usePush(document)
  const { id, name, revision, status, askedFor } = document
  const isInForce = revision !== null && status === 1
  return (
    <>
      <ActionItem
        code={jsonDocuments.update.permission}
        icon="edit"
        onClick={() => dialogs.form.open(document)}
      >
        {t('kit.edit')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.push.permission}
        icon="play"
        whyNot={isInForce ? null : 'param.notInForce'}
        onClick={() => void push()}
      >
        {t('param.push')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.sync.permission}
        icon="pulse"
        onClick={() => dialogs.sync.open(document)}
      >
        {t('param.syncStates')}
      </ActionItem>
      <PushesItem of={{ documentId: id }} />
      <ActionItem
        code={jsonDocuments.revisions.permission}
        icon="calendar"
        onClick={() => dialogs.revisions.open(document)}
      >
        {t('param.revisions')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.copy.permission}
        icon="plus"
        onClick={() => dialogs.copy.open(document)}
      >
        {t('json.copy')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.exportText.permission}
        icon="file"
        onClick={() => saveByTicket(fillPath(jsonDocuments.exportText.path, { id }))}
      >
        {t('json.saveFile')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.withdraw.permission}
        icon="close"
        isRed
        whyNot={isInForce ? null : 'param.notInForce'}
        onClick={() => dialogs.withdraw.open(document)}
      >
        {t(askedFor === 'WITHDRAW' ? 'json.agreeWithdraw' : 'json.withdraw')}
      </ActionItem>
      <ActionItem
        code={jsonDocuments.remove.permission}
        icon="trash"
        isDangerous
        because={isInForce ? t('json.activeStays', { name }) : null}
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}

function usePush({ id, name, deviceCount }: JsonDocument) {
  const act = useAction(jsonDocuments)
  return async () => {
    const agreed = await confirm({
      title: t('param.pushOf', { name }),
      text: t('param.pushText', { count: formatNumber(deviceCount) }),
      agree: t('param.push'),
      kind: 'ordinary',
    })
    if (agreed) await act(jsonDocuments.push, { params: { id } }, ({ count }) => pushed(count))
  }
}
