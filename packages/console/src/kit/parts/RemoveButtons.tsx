import { Button } from '../../ui/controls.ts'
import { useOfferSelection } from '../../ui/table/useSelection.ts'
import type { Row } from '../list/listed.ts'
import type { LifeCalls } from '../list/recordCalls.ts'
import { outcomeOf, useAction, useSend } from '../list/useAction.ts'
import type { List } from '../list/useList.ts'
import { formatNumber } from '../../platform/format.ts'
import { show } from '../notify.ts'
import { can, useCan } from '../session.ts'
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
  const remove = useRemove(of)
  if (!isAllowed) return null
  const ids = [...list.selected]
  return (
    <Button
      variant="default"
      disabled={ids.length === 0}
      onClick={() => void remove(ids).then((isGone) => isGone && list.clearSelection())}
    >
      {t('kit.remove')}
      {ids.length > 0 && ` (${formatNumber(ids.length)})`}
    </Button>
  )
}

/** Moves one row to the recycle bin. */
export function RemoveButton({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const remove = useRemove(of)
  return (
    <RowButton code={of.remove.permission} onClick={() => void remove([row.id])}>
      {t('kit.remove')}
    </RowButton>
  )
}

/** Removes without asking, because it can be taken back: a click on the message reverts. */
export function useRemove(of: LifeCalls): (ids: readonly string[]) => Promise<boolean> {
  const send = useSend(of)
  const act = useAction(of)
  const revert = (ids: readonly string[]) => void act(of.revertMany, { body: { ids: [...ids] } })
  return async (ids) => {
    const [only] = ids
    const sent =
      only && ids.length === 1
        ? send(of.remove, { params: { id: only } })
        : send(of.removeMany, { body: { ids: [...ids] } })
    if ('error' in (await outcomeOf(sent))) return false
    const mayRevert = can(of.revertMany.permission)
    show({
      kind: 'success',
      text: t(mayRevert ? 'kit.removedRevert' : 'kit.removed', { count: ids.length }),
      ...(mayRevert && { onClick: () => revert(ids) }),
    })
    return true
  }
}
