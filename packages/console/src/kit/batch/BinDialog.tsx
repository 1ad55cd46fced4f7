import type { TextKey } from '@muster/contract'
import { useState } from 'react'
import { changed } from '../../ui/table/listState.ts'
import type { Row } from '../list/listed.ts'
import type { Removable, Removed } from './recordCalls.ts'
import type { Dialog } from '../dialog/useDialog.ts'
import { localState, useRows } from '../list/useList.ts'
import { t } from '../../platform/texts.ts'
import { BinButtons, BinRowButtons } from './BinButtons.tsx'
import type { Columns } from '../list/columns.tsx'
import { DialogFrame } from '../dialog/DialogFrame.tsx'
import { Filters } from '../filters/Filters.tsx'
import { DataTable } from '../list/DataTable.tsx'
import page from '../page/page.module.css'
import classes from './bin.module.css'
import { ScreenLabel } from '../page/screenLabel.ts'
import { Time } from '../page/values.tsx'

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
    holds: 'moment',
    render: (row) => <Time at={row.deletedAt} />,
  },
  { key: 'deletedBy', title: 'kit.deletedBy', width: 130 },
]

/** What was removed: revert it, or destroy it for good. */
export function BinDialog<R extends Row>({ dialog, ...bin }: BinDialogProps<R>) {
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('kit.bin')}
      size="80rem"
    >
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
  const [name, ...facts] = columns.filter(({ key }) => key !== 'status')
  // When and by whom is what one looks for here: in sight also where the facts are many.
  const shown: Columns<R & Removed> = [...(name ? [name] : []), ...removedColumns, ...facts]
  return (
    <div className={`${page.screen} ${classes.inDialog}`} data-screen="">
      <Filters list={list} keyword={keyword} fields={{}} />
      <BinButtons of={of} list={list} />
      <DataTable
        list={list}
        columns={shown}
        emptyText="kit.binEmpty"
        actionsWidth={156}
        actions={(row) => <BinRowButtons of={of} row={row} />}
      />
    </div>
  )
}
