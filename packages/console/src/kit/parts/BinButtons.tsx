import type { TextKey } from '@muster/contract'
import { Button } from '../../ui/controls.ts'
import { chosenOf, countOf, useOfferSelection } from '../../ui/table/useSelection.ts'
import { confirm } from '../confirm.ts'
import type { Row } from '../list/listed.ts'
import type { LifeCalls } from '../list/recordCalls.ts'
import { useAction } from '../list/useAction.ts'
import { useBatch } from '../list/useBatch.ts'
import type { List } from '../list/useList.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { RowActions, RowButton } from './buttons.tsx'
import { nameOf } from './DataTable.tsx'
import { useOfferBatch } from './RemoveButtons.tsx'
import { Toolbar } from './Screen.tsx'

interface BinButtonsProps<R extends Row> {
  readonly of: LifeCalls
  readonly list: List<R>
}

/** Revert and destroy for the chosen rows; without a choice, revert all and empty the bin. */
export function BinButtons<R extends Row>({ of, list }: BinButtonsProps<R>) {
  const act = useAction(of)
  const batch = useBatch(of)
  const mayRevert = useCan(of.revertMany.permission)
  const mayDestroy = useCan(of.destroyMany.permission)
  const mayClear = useCan(of.clear.permission)
  useOfferSelection(list, mayRevert || mayDestroy)
  useOfferBatch(list, of)
  const count = countOf(list)
  const isChosen = count > 0
  const isEmpty = list.total === 0
  const finish = (done: unknown) => done && list.clearSelection()
  const revert = () => (isChosen ? batch('revert', chosenOf(list)) : act(of.revertAll, {}))
  const destroy = async () => {
    // All that match are asked about with their number.
    if (list.isAll || (await sure('kit.destroyMany', 'kit.destroy', { count })))
      return batch('destroy', chosenOf(list))
    return false
  }
  const clear = async () => {
    if (await sure('kit.clearSure', 'kit.clear', {})) await act(of.clear, {})
  }
  return (
    <Toolbar>
      {mayRevert && (
        <Button variant="default" disabled={isEmpty} onClick={() => void revert().then(finish)}>
          {t(isChosen ? 'kit.revert' : 'kit.revertAll')}
        </Button>
      )}
      {mayDestroy && (
        <Button variant="default" disabled={!isChosen} onClick={() => void destroy().then(finish)}>
          {t('kit.destroy')}
        </Button>
      )}
      {mayClear && (
        <Button color="red.9" disabled={isEmpty} onClick={() => void clear()}>
          {t('kit.clear')}
        </Button>
      )}
    </Toolbar>
  )
}

/** Revert and destroy for one row. */
export function BinRowButtons({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  const destroy = async () => {
    if (await sure('kit.destroyOne', 'kit.destroy', { name: nameOf(row) }))
      await batch('destroy', { id: row.id })
  }
  return (
    <RowActions>
      <RowButton code={of.revert.permission} onClick={() => void batch('revert', { id: row.id })}>
        {t('kit.revert')}
      </RowButton>
      <RowButton code={of.destroy.permission} onClick={() => void destroy()}>
        {t('kit.destroy')}
      </RowButton>
    </RowActions>
  )
}

/** Asks before something that cannot be taken back. */
function sure(text: TextKey, agree: TextKey, values: Readonly<Record<string, string | number>>) {
  return confirm({ title: t(agree), text: t(text, values), agree: t(agree), kind: 'dangerous' })
}
