import { type MenuNode, menus, menuTypes } from '@muster/contract'
import { EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { TableColumn } from '../../../ui/table/columns.ts'
import classes from './menu.module.css'
import { MenuActions } from './MenuActions.tsx'
import type { MenuLine } from './menuLines.ts'
import { MenuName } from './MenuName.tsx'
import { MenuStatus } from './MenuStatus.tsx'
import { menuTypeTexts } from './menuTexts.ts'
import type { TableActions } from './tableActions.ts'

/** What an item says of itself. */
const facts = (): readonly TableColumn<MenuLine>[] => [
  {
    id: 'menuType',
    title: t('menus.type'),
    width: 108,
    cell: ({ item }) => t(menuTypeTexts[item.menuType]),
  },
  {
    id: 'frontPath',
    title: t('menus.page'),
    width: 184,
    cell: ({ item }) => (
      <span className={classes.lines}>
        <Ltr>{item.frontPath}</Ltr>
        {item.menuType === menuTypes.page && <Ltr>{item.frontComponent}</Ltr>}
      </span>
    ),
  },
  {
    id: 'key',
    title: t('menus.key'),
    width: 164,
    cell: ({ item }) => <Ltr>{item.btnCode ?? item.frontName}</Ltr>,
  },
  {
    id: 'sort',
    title: t('menus.sort'),
    width: 60,
    align: 'end',
    cell: ({ item }) => formatNumber(item.sort),
  },
  { id: 'isShow', title: t('menus.isShow'), width: 80, cell: ({ item }) => shownBadge(item) },
  {
    id: 'status',
    title: t('kit.status'),
    width: 80,
    cell: ({ item }) => <MenuStatus item={item} />,
  },
]

/** The columns of the menu's table. */
export function menuColumns(actions: TableActions): readonly TableColumn<MenuLine>[] {
  return [
    {
      id: 'menuName',
      title: t('menus.name'),
      width: 326,
      cell: (line) => <MenuName line={line} {...actions} />,
    },
    ...facts(),
    {
      id: 'actions',
      title: t('kit.actions'),
      width: 116,
      isSticky: true,
      cell: ({ item }) => (
        <RowActions>
          <EditButton code={menus.update.permission} onClick={() => actions.edit(item)} />
          <MenuActions item={item} {...actions} />
        </RowActions>
      ),
    },
  ]
}

function shownBadge({ menuType, isShow }: MenuNode) {
  if (menuType === menuTypes.button) return nothing
  return isShow === 1 ? t('kit.yes') : <StatusBadge tone="neutral">{t('menus.hidden')}</StatusBadge>
}
