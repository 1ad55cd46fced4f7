import type { Call } from '@muster/contract'
import { ActionItem } from './ActionItem.tsx'
import { t } from '../../platform/texts.ts'

interface Placed {
  readonly id: string
}

interface MoveItemsProps<R extends Placed> {
  readonly sort: Call
  readonly row: R
  /** The rows of its kind, in their order. */
  readonly beside: readonly R[]
  /** Puts it before a row, or behind all (null). */
  readonly put: (before: R | null) => void
}

/** Moves a row by one place among those of its kind. */
export function MoveItems<R extends Placed>({ sort, row, beside, put }: MoveItemsProps<R>) {
  const at = beside.findIndex(({ id }) => id === row.id)
  const above = beside[at - 1]
  const isLast = at === beside.length - 1
  return (
    <>
      {above && (
        <ActionItem code={sort.permission} icon="up" onClick={() => put(above)}>
          {t('kit.moveUp')}
        </ActionItem>
      )}
      {!isLast && (
        <ActionItem code={sort.permission} icon="down" onClick={() => put(beside[at + 2] ?? null)}>
          {t('kit.moveDown')}
        </ActionItem>
      )}
    </>
  )
}
