import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { confirm } from '../dialog/confirm.ts'
import type { Row } from '../list/listed.ts'
import { dropWaysBack } from '../notify.ts'
import type { LifeCalls } from './recordCalls.ts'
import { useAction } from '../useAction.ts'
import { useBatch, useChosenBatch } from './useBatch.ts'
import type { List } from '../list/useList.ts'
import { useCan } from '../session.ts'
import { sharedPath } from '../sharedPath.ts'
import { ActionLine } from '../list/ActionLine.tsx'
import { RowActions, RowButton } from '../list/buttons.tsx'
import { nameOf } from '../list/nameOf.ts'
import { ChosenButton } from './RemoveButtons.tsx'

interface BinButtonsProps<R extends Row> {
  readonly of: LifeCalls
  readonly list: List<R>
}

/** Revert and destroy for the chosen rows; without a choice, revert all and empty the bin. */
export function BinButtons<R extends Row>({ of, list }: BinButtonsProps<R>) {
  const act = useAction(of)
  const batch = useChosenBatch(list, of)
  const mayRevert = useCan(of.revertMany.permission)
  const mayClear = useCan(of.clear.permission)
  // Both are about the whole bin, whose number only a list shows in which nothing is sought.
  const isWhole = Object.keys(list.sought).length === 0
  const isUnsure = list.total === 0 || list.isBusy
  const destroy = () => void batch({ of, kind: 'destroy' })
  const revertAll = async () => {
    if (!(await sureOfAll('kit.revertAll', list.total))) return
    if (await act(of.revertAll, {}, ({ count }) => t('kit.batch.reverted', { count })))
      dropWaysBack({ under: sharedPath(of) })
  }
  const clear = async () => {
    if (!(await sureOfAll('kit.clear', list.total))) return
    if (await act(of.clear, {}, ({ count }) => t('kit.batch.destroyed', { count })))
      dropWaysBack({ under: sharedPath(of) })
  }
  return (
    <ActionLine
      list={list}
      chosen={
        <>
          <ChosenButton
            list={list}
            code={of.revertMany.permission}
            icon="restore"
            onClick={() => void batch({ of, kind: 'revert' })}
          >
            {t('kit.revert')}
          </ChosenButton>
          <ChosenButton
            list={list}
            code={of.destroyMany.permission}
            icon="trash"
            isDangerous
            onClick={destroy}
          >
            {t('kit.destroy')}
          </ChosenButton>
        </>
      }
    >
      {isWhole && mayRevert && (
        <Button variant="default" disabled={isUnsure} onClick={() => void revertAll()}>
          {t('kit.revertAll')}
        </Button>
      )}
      {isWhole && mayClear && (
        <Button variant="default" disabled={isUnsure} onClick={() => void clear()}>
          {t('kit.clear')}
        </Button>
      )}
    </ActionLine>
  )
}

/** Revert and destroy for one row. */
export function BinRowButtons({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  const destroy = async () => {
    if (await isSure(nameOf(row))) await batch('destroy', { id: row.id })
  }
  return (
    <RowActions>
      <RowButton code={of.revert.permission} onClick={() => void batch('revert', { id: row.id })}>
        {t('kit.revert')}
      </RowButton>
      <RowButton code={of.destroy.permission} isDangerous onClick={() => void destroy()}>
        {t('kit.destroy')}
      </RowButton>
    </RowActions>
  )
}

const isSure = (name: string) => {
  const title = t('kit.destroy')
  return confirm({ title, text: t('kit.destroyOne', { name }), agree: title, kind: 'dangerous' })
}

const sureTexts = { 'kit.clear': 'kit.clearSure', 'kit.revertAll': 'kit.revertAllSure' } as const

/** Nobody has seen all of a bin: how many it holds is said, and typed where they are many. */
const sureOfAll = (act: keyof typeof sureTexts, count: number) => {
  const [title, kind] = [t(act), act === 'kit.clear' ? 'dangerous' : 'ordinary'] as const
  return confirm({ title, text: t(sureTexts[act], { count }), agree: title, kind, count })
}
