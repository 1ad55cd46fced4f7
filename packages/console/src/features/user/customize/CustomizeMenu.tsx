import { type Customize, customizes } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface CustomizeMenuProps {
  readonly row: Customize
  readonly dialogs: Readonly<Record<'website' | 'policy' | 'domains', Dialog<Customize>>>
}

/** What can be done to a white label, beside editing it. */
export function CustomizeMenu({ row, dialogs }: CustomizeMenuProps) {
  const batch = useBatch(customizes)
  const remove = () => void batch('remove', { id: row.id })
  const preview = () => window.open(`#/preview?id=${row.id}`, '_blank', 'noopener')
  return (
    <MoreMenu label={t('customize.actionsOf', { name: row.name })}>
      <ActionItem
        code={customizes.website.permission}
        icon="palette"
        onClick={() => dialogs.website.open(row)}
      >
        {t('customize.website')}
      </ActionItem>
      <ActionItem
        code={customizes.policy.permission}
        icon="check"
        onClick={() => dialogs.policy.open(row)}
      >
        {t('customize.policy')}
      </ActionItem>
      <ActionItem
        code={customizes.detail.permission}
        icon="pin"
        onClick={() => dialogs.domains.open(row)}
      >
        {t('customize.domains')}
      </ActionItem>
      <ActionItem code={customizes.preview.permission} icon="eye" onClick={preview}>
        {t('customize.preview')}
      </ActionItem>
      <ActionItem code={customizes.remove.permission} icon="trash" isDangerous onClick={remove}>
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
