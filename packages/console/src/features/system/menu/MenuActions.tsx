import { mayLieBelow, type MenuNode, menus } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import type { Step } from './menuLines.ts'
import { shownName } from './menuTexts.ts'
import type { TableActions } from './tableActions.ts'
import { saveMenu } from './saveMenu.ts'

interface MenuActionsProps extends Pick<TableActions, 'addBelow' | 'step' | 'maySort'> {
  readonly item: MenuNode
}

const steps = {
  up: ['up', 'menus.up'],
  down: ['down', 'menus.down'],
  in: ['fold', 'menus.in'],
  out: ['unfold', 'menus.out'],
} as const satisfies Readonly<Record<Step, readonly [IconName, string]>>
const ways = ['up', 'down', 'in', 'out'] as const

/** What else can be done to an item. */
export function MenuActions({ item, addBelow, step, maySort }: MenuActionsProps) {
  const act = useAction(menus)
  const mayAdd = useCan(menus.add.permission)
  const mayExport = useCan(menus.takeOut.permission)
  const mayRemove = useCan(menus.remove.permission) && !item.isShipped
  const name = shownName(item)
  const takesIn = [0, 1, 2, 3, 4].some((type) => mayLieBelow(type, item.menuType))
  const remove = async () => {
    const title = t('menus.deleteTitle', { name })
    const question = { title, text: t('menus.deleteText'), agree: t('menus.delete') }
    if (await confirm({ ...question, kind: 'dangerous' }))
      await act(menus.remove, { params: { id: item.id } })
  }
  return (
    <MoreMenu label={t('menus.more', { name })}>
      {mayAdd && takesIn && (
        <Menu.Item leftSection={<Icon name="plus" />} onClick={() => addBelow(item)}>
          {t('menus.addBelow')}
        </Menu.Item>
      )}
      {mayAdd && (
        <Menu.Item
          leftSection={<Icon name="columns" />}
          onClick={() => void act(menus.copy, { params: { id: item.id } })}
        >
          {t('menus.copy')}
        </Menu.Item>
      )}
      {maySort &&
        ways.map((way) => (
          <Menu.Item
            key={way}
            leftSection={<Icon name={steps[way][0]} />}
            onClick={() => step(item, way)}
          >
            {t(steps[way][1])}
          </Menu.Item>
        ))}
      {mayExport && (
        <Menu.Item leftSection={<Icon name="tray" />} onClick={() => void saveMenu(item)}>
          {t('menus.takeOut')}
        </Menu.Item>
      )}
      {mayRemove && (
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => void remove()}>
          {t('menus.delete')}
        </Menu.Item>
      )}
    </MoreMenu>
  )
}
