import { type MenuNode, menus } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import { EnabledBadge } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Toggle } from '../../../ui/table/cells.tsx'
import { shownName } from './menuTexts.ts'

/** Switches an item on and off. */
export function MenuStatus({ item: { id, status, ...item } }: { readonly item: MenuNode }) {
  const act = useAction(menus)
  if (!useCan(menus.setStatus.permission)) return <EnabledBadge status={status} />
  const turn = () => act(menus.setStatus, { params: { id, status: status === 1 ? '0' : '1' } })
  return (
    <Toggle
      label={t('menus.statusOf', { name: shownName(item) })}
      isOn={status === 1}
      onTurn={() => void turn()}
    />
  )
}
