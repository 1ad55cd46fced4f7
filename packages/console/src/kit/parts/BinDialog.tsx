import type { TextKey } from '@muster/contract'
import { useState } from 'react'
import { Button } from '../../ui/controls.ts'
import { changed } from '../../ui/table/listState.ts'
import { confirm } from '../confirm.ts'
import type { Row } from '../list/listed.ts'
import type { LifeCalls, Removable, Removed } from '../list/recordCalls.ts'
import { useAction } from '../list/useAction.ts'
import { useBatch, useChosenBatch } from '../list/useBatch.ts'
import type { Dialog } from '../list/useDialog.ts'
import { type List, localState, useRows } from '../list/useList.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { RowActions, RowButton } from './buttons.tsx'
import type { Columns } from './columns.tsx'
import { DialogFrame } from './DialogFrame.tsx'
import { Filters } from '../filters/Filters.tsx'
import { ActionLine } from './ActionLine.tsx'
import { DataTable } from './DataTable.tsx'
import { nameOf } from './nameOf.ts'
import classes from './parts.module.css'
import { ChosenButton } from './RemoveButtons.tsx'
import { ScreenLabel } from './screenLabel.ts'
import { Time } from './values.tsx'

export interface BinProps<R extends Row> {
  readonly of: Removable<R>
  readonly columns: Columns<R>
  /** What the keyword is sought in, where that is not name and code. */
  readonly keyword?: readonly TextKey[]
}

interface BinDialogProps<R extends Row> extends BinProps<R> {
  readonly dialog: Dialog<R>
}

const removedColumns: Columns<Removed> = [
  {
    key: 'deletedAt',
    title: 'kit.deletedAt',
    width: 150,
    render: (row) => <Time at={row.deletedAt} />,
  },
  { key: 'deletedBy', title: 'kit.deletedBy', width: 130 },
]

/** What was removed: revert it, or destroy it for good. */
export function BinDialog<R extends Row>({ dialog, ...bin }: BinDialogProps<R>) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('kit.bin')} size="80rem">
      <ScreenLabel value={t('kit.bin')}>
        <BinList {...bin} />
      </ScreenLabel>
    </DialogFrame>
  )
}

function BinList<R extends Row>({ of, columns, keyword }: BinProps<R>) {
  const [state, setState] = useState(localState)
  const list = useRows(
    of.recyclePage,
    {},
    { state, change: (change) => setState(changed(state, change)) },
  )
  const shown: Columns<R & Removed> = [
    ...columns.filter(({ key }) => key !== 'status'),
    ...removedColumns,
  ]
  return (
    <div className={`${classes.screen} ${classes.inDialog}`} data-screen="">
      <Filters list={list} keyword={keyword} fields={{}} />
      <BinButtons of={of} list={list} />
      <DataTable
        list={list}
        columns={shown}
        actionsWidth={156}
        actions={(row) => <BinRowButtons of={of} row={row} />}
      />
    </div>
  )
}

interface BinButtonsProps<R extends Row> {
  readonly of: LifeCalls
  readonly list: List<R>
}

/** Revert and destroy for the chosen rows; without a choice, revert all and empty the bin. */
function BinButtons<R extends Row>({ of, list }: BinButtonsProps<R>) {
  const act = useAction(of)
  const batch = useChosenBatch(list, of)
  const mayRevert = useCan(of.revertMany.permission)
  const mayClear = useCan(of.clear.permission)
  const isEmpty = list.total === 0
  const destroy = () => void batch({ of, kind: 'destroy' })
  const clear = async () => {
    if (await sure('kit.clear', t('kit.clearSure'), list.total)) await act(of.clear, {})
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
      {mayRevert && (
        <Button variant="default" disabled={isEmpty} onClick={() => void act(of.revertAll, {})}>
          {t('kit.revertAll')}
        </Button>
      )}
      {mayClear && (
        <Button variant="default" disabled={isEmpty} onClick={() => void clear()}>
          {t('kit.clear')}
        </Button>
      )}
    </ActionLine>
  )
}

/** Revert and destroy for one row. */
function BinRowButtons({ of, row }: { readonly of: LifeCalls; readonly row: Row }) {
  const batch = useBatch(of)
  const destroy = async () => {
    if (await sure('kit.destroy', t('kit.destroyOne', { name: nameOf(row) })))
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
const sure = (act: TextKey, text: string, count = 1) =>
  confirm({ title: t(act), text, agree: t(act), kind: 'dangerous', count })
