import { useEffect } from 'react'
import { Button } from '../../ui/controls.ts'
import { chosenOf, countOf, useOfferSelection } from '../../ui/table/useSelection.ts'
import type { Row } from '../list/listed.ts'
import type { LifeCalls } from '../list/recordCalls.ts'
import { useBatch } from '../list/useBatch.ts'
import type { List } from '../list/useList.ts'
import { formatNumber } from '../../platform/format.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { RowButton } from './buttons.tsx'

interface RemoveSelectedProps<R extends Row> {
  readonly of: LifeCalls
  readonly list: List<R>
}

/** Moves the chosen rows to the recycle bin; the message offers to take it back. */
export function RemoveSelected<R extends Row>({ of, list }: RemoveSelectedProps<R>) {
  const isAllowed = useCan(of.removeMany.permission)
  useOfferSelection(list, isAllowed)
  useOfferBatch(list, of)
  const batch = useBatch(of)
  if (!isAllowed) return null
  const count = countOf(list)
  const remove = () => batch('remove', chosenOf(list))
  return (
    <Button
      variant="default"
      disabled={count === 0}
      onClick={() => void remove().then((isGone) => isGone && list.clearSelection())}
    >
      {t('kit.remove')}
      {count > 0 && ` (${formatNumber(count)})`}
    </Button>
  )
}

/** Lets all be chosen that match: every button over the list takes them. */
export function useOfferBatch<R extends Row>(list: List<R>, of: LifeCalls): void {
  useEffect(() => {
    if (list.batch !== of) list.offerBatch(of)
  })
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
