import { type Customize, customizes } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import { useBatch } from '../../../kit/list/useBatch.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
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
      <Item
        code={customizes.website.permission}
        icon="palette"
        onClick={() => dialogs.website.open(row)}
      >
        {t('customize.website')}
      </Item>
      <Item
        code={customizes.policy.permission}
        icon="check"
        onClick={() => dialogs.policy.open(row)}
      >
        {t('customize.policy')}
      </Item>
      <Item
        code={customizes.detail.permission}
        icon="pin"
        onClick={() => dialogs.domains.open(row)}
      >
        {t('customize.domains')}
      </Item>
      <Item code={customizes.preview.permission} icon="eye" onClick={preview}>
        {t('customize.preview')}
      </Item>
      <Item code={customizes.remove.permission} icon="trash" onClick={remove}>
        {t('kit.remove')}
      </Item>
    </MoreMenu>
  )
}

interface ItemProps {
  readonly code: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: ReactNode
}

function Item({ code, icon, onClick, children }: ItemProps) {
  if (!useCan(code)) return null
  return (
    <Menu.Item leftSection={<Icon name={icon} />} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}
