import type { ReactNode } from 'react'
import { countOf, useOfferAll, useOfferSelection } from '../../ui/table/useSelection.ts'
import type { Row } from '../list/listed.ts'
import type { EndCalls, LifeCalls } from './recordCalls.ts'
import { useBatch, useChosenBatch } from './useBatch.ts'
import type { List } from '../list/useList.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import classes from '../list/actionLine.module.css'
import { ActionItem } from '../list/ActionItem.tsx'
import { RowButton } from '../list/buttons.tsx'

interface ChosenButtonProps<R extends Row> {
  readonly list: List<R>
  /** Permission code; without it there is no button. */
  readonly code: string
  readonly icon?: IconName
  /** Takes the rows away: it looks so, with more than its colour. */
  readonly isDangerous?: boolean
  /**
   * `all`: it acts on all that match, too, by a way of its own; `ticked`: on ticked rows alone, its call
   * takes ids. Without: on what the list's batch takes.
   */
  readonly reach?: 'all' | 'ticked'
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button of the line above a list that acts on its chosen rows. */
export function ChosenButton<R extends Row>(props: ChosenButtonProps<R>) {
  const { list, code, icon, isDangerous, reach, onClick, children } = props
  const isAllowed = useCan(code)
  useOfferSelection(list, isAllowed)
  useOfferAll(list, isAllowed && reach === 'all')
  if (!isAllowed) return null
  const isBarred = reach === 'ticked' && list.isAll
  return (
    <button
      type="button"
      className={classes.act}
      data-dangerous={isDangerous}
      disabled={isBarred || countOf(list) === 0}
      title={isBarred ? t('kit.byTick') : undefined}
      onClick={onClick}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

type DeleteSelectedProps<R extends Row> = Pick<ChosenButtonProps<R>, 'list' | 'code' | 'onClick'>

/** "Delete" for the chosen rows; what becomes of them is the caller's. */
export function DeleteSelected<R extends Row>(props: DeleteSelectedProps<R>) {
  return (
    <ChosenButton {...props} icon="trash" isDangerous>
      {t('kit.remove')}
    </ChosenButton>
  )
}

interface SelectedProps<R extends Row, Calls> {
  readonly of: Calls
  readonly list: List<R>
}

/** Moves the chosen rows to the recycle bin; the message offers to take it back. */
export function RemoveSelected<R extends Row>({ of, list }: SelectedProps<R, LifeCalls>) {
  const batch = useChosenBatch(list, of)
  const remove = () => void batch({ of, kind: 'remove' })
  return <DeleteSelected list={list} code={of.removeMany.permission} onClick={remove} />
}

/** Deletes the chosen rows of a list without a recycle bin, for good. */
export function DestroySelected<R extends Row>({ of, list }: SelectedProps<R, EndCalls>) {
  const batch = useChosenBatch(list, of)
  const destroy = () => void batch({ of, kind: 'destroy' })
  return <DeleteSelected list={list} code={of.destroyMany.permission} onClick={destroy} />
}

/** The same from the menu of a row. */
export function RemoveItem({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  return (
    <ActionItem
      code={of.remove.permission}
      icon="trash"
      isDangerous
      onClick={() => void batch('remove', { id: row.id })}
    >
      {t('kit.remove')}
    </ActionItem>
  )
}

/** Moves one row to the recycle bin. */
export function RemoveButton({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  return (
    <RowButton
      code={of.remove.permission}
      isDangerous
      onClick={() => void batch('remove', { id: row.id })}
    >
      {t('kit.remove')}
    </RowButton>
  )
}
