import { type MenuItem, menus, roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import classes from './menu.module.css'

/** The menu as the holders of a role have it. */
export function PreviewDialog({ dialog }: { readonly dialog: Dialog<null> }) {
  const [roleId, setRoleId] = useState<string | null>(null)
  return (
    <DialogFrame looksOnly isOpen={dialog.isOpen} close={dialog.close} title={t('menus.preview')}>
      <RecordPicker of={roles} label={t('menus.previewRole')} value={roleId} onChange={setRoleId} />
      {roleId && <Preview roleId={roleId} />}
    </DialogFrame>
  )
}

function Preview({ roleId }: { readonly roleId: string }) {
  const menu = useQuery({ ...query(menus.preview, { params: { roleId } }), staleTime: 0 })
  return (
    <Loaded query={menu} permission={menus.preview.permission}>
      {(items) => (
        <>
          {items.length < 2 && <p className={classes.hint}>{t('menus.previewEmpty')}</p>}
          <Items items={items} />
        </>
      )}
    </Loaded>
  )
}

function Items({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <ul className={classes.preview}>
      {items.map((item) => (
        <li key={item.id}>
          <span className={classes.previewed}>
            {item.menuIcon && <MenuIcon name={item.menuIcon} />}
            <bdi>{nameText(item.menuName)}</bdi>
            {item.isShow === 0 && <StatusBadge tone="neutral">{t('menus.hidden')}</StatusBadge>}
          </span>
          {item.subSystemUserMenuVOS.length > 0 && <Items items={item.subSystemUserMenuVOS} />}
        </li>
      ))}
    </ul>
  )
}
