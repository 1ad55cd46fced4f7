import type { ReactNode } from 'react'
import { Button } from '../../ui/controls.ts'
import { countOf, useOfferSelection } from '../../ui/table/useSelection.ts'
import type { Row } from '../list/listed.ts'
import type { LifeCalls } from '../list/recordCalls.ts'
import { useBatch, useChosenBatch } from '../list/useBatch.ts'
import type { List } from '../list/useList.ts'
import { formatNumber } from '../../platform/format.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { RowButton } from './buttons.tsx'

interface ChosenButtonProps<R extends Row> {
  readonly list: List<R>
  /** Permission code; without it there is no button. */
  readonly code: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button over a list that acts on its chosen rows. */
export function ChosenButton<R extends Row>(props: ChosenButtonProps<R>) {
  const { list, code, onClick, children } = props
  const isAllowed = useCan(code)
  useOfferSelection(list, isAllowed)
  if (!isAllowed) return null
  const count = countOf(list)
  return (
    <Button variant="default" disabled={count === 0} onClick={onClick}>
      {children}
      {count > 0 && ` (${formatNumber(count)})`}
    </Button>
  )
}

interface RemoveSelectedProps<R extends Row> {
  readonly of: LifeCalls
  readonly list: List<R>
}

/** Moves the chosen rows to the recycle bin; the message offers to take it back. */
export function RemoveSelected<R extends Row>({ of, list }: RemoveSelectedProps<R>) {
  const batch = useChosenBatch(list, of)
  const remove = () => void batch({ of, kind: 'remove' })
  return (
    <ChosenButton list={list} code={of.removeMany.permission} onClick={remove}>
      {t('kit.remove')}
    </ChosenButton>
  )
}

/** Moves one row to the recycle bin. */
export function RemoveButton({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  return (
    <RowButton code={of.remove.permission} onClick={() => void batch('remove', { id: row.id })}>
      {t('kit.remove')}
    </RowButton>
  )
}
