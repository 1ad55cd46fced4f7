import { type MenuNode, menus } from '@muster/contract'
import { useTurn } from '../../../kit/batch/useTurn.ts'
import { EnabledBadge } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Toggle } from '../../../ui/table/cells.tsx'
import { shownName } from './menuTexts.ts'

/** Switches an item on and off, with a way back. */
export function MenuStatus({ item: { id, status, ...item } }: { readonly item: MenuNode }) {
  const turn = useTurn(menus)
  if (!useCan(menus.setStatus.permission)) return <EnabledBadge status={status} />
  const name = shownName(item)
  return (
    <Toggle
      label={t('menus.statusOf', { name })}
      isOn={status === 1}
      onTurn={() => void turn({ id, name, status })}
    />
  )
}
