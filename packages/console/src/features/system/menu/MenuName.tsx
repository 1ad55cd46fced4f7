import { t } from '../../../platform/texts.ts'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import { SortHandle } from '../../../kit/sorting/SortHandle.tsx'
import classes from './menu.module.css'
import type { MenuLine } from './menuLines.ts'
import { shownName } from './menuTexts.ts'
import type { TableActions } from './tableActions.ts'

interface MenuNameProps extends Pick<TableActions, 'onTurn' | 'maySort' | 'target'> {
  readonly line: MenuLine
}

/** The first cell of a line: its handle, its depth, what folds it, and what it is called. */
export function MenuName({ line, onTurn, maySort, target }: MenuNameProps) {
  const { item, depth, isLeaf, isOpen } = line
  const name = shownName(item)
  return (
    <div className={classes.name} data-drop={target?.on === item.id ? target.side : undefined}>
      {maySort && (
        <SortHandle id={item.id} label={t('menus.move', { name })} hint={t('menus.moveHint')} />
      )}
      <span style={{ inlineSize: depth * 18 }} className={classes.depth} />
      {isLeaf ? (
        <span className={classes.noFold} />
      ) : (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-label={t('menus.fold', { name })}
          onClick={() => onTurn(item.id, !isOpen)}
        />
      )}
      {item.menuIcon && <MenuIcon name={item.menuIcon} />}
      <bdi className={classes.text}>{name}</bdi>
    </div>
  )
}
