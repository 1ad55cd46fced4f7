import { type Classification, classifications } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

interface ClassificationItemsProps {
  readonly label: Classification
  readonly binding: Dialog<Classification>
}

/** What can be done to a label. */
export function ClassificationItems({ label, binding }: ClassificationItemsProps) {
  const act = useAction(classifications)
  const batch = useBatch(classifications)
  const { id, name } = label
  return (
    <>
      <ActionItem
        code={classifications.bind.permission}
        icon="plus"
        onClick={() => binding.open(label)}
      >
        {t('classification.bind')}
      </ActionItem>
      <ActionItem
        code={classifications.rebuild.permission}
        icon="refresh"
        whyNot={label.rule ? null : 'classification.why.byHand'}
        onClick={() =>
          void act(classifications.rebuild, { params: { id } }, () =>
            t('classification.rebuildAsked', { name }),
          )
        }
      >
        {t('classification.rebuild')}
      </ActionItem>
      <ActionItem
        code={classifications.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
