import type { Call, Import, TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { RecycleBin } from '../batch/RecycleBin.tsx'
import type { LifeCalls, Removed } from '../batch/recordCalls.ts'
import { RemoveButton, RemoveSelected } from '../batch/RemoveButtons.tsx'
import { type Dialog, useDialog } from '../dialog/useDialog.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import type { FilterField } from '../filters/filterFields.ts'
import { Filters } from '../filters/Filters.tsx'
import { ImportButton } from '../import/ImportButton.tsx'
import { Screen } from '../page/Screen.tsx'
import { ActionLine } from './ActionLine.tsx'
import { AddButton, EditButton, RowActions } from './buttons.tsx'
import type { Columns } from './columns.tsx'
import { DataTable } from './DataTable.tsx'
import type { FilterName, Listed, PageCall, Row } from './listed.ts'
import { useList } from './useList.ts'

interface RecordCalls<R, Q> extends LifeCalls, Listed<R, Q> {
  readonly recyclePage: PageCall<R & Removed, unknown>
  readonly add: Call
  readonly update: Call
}

interface RecordScreenProps<R extends Row, Q> {
  readonly of: RecordCalls<R, Q>
  readonly title: TextKey
  /** What stands in the list before its first record: what such a record is for. */
  readonly emptyText: TextKey
  readonly columns: Columns<R>
  readonly filters: { readonly [N in FilterName<Q>]?: FilterField }
  /** What the keyword is sought in, where that is not name and code. */
  readonly keyword?: readonly TextKey[]
  /** The rows of a sheet, where the list takes them. */
  readonly sheet?: Import
  /** The dialog that adds and edits a record. */
  readonly Form: (props: { readonly dialog: Dialog<R> }) => ReactNode
}

/** The screen of records that need nothing beyond their life cycle: list, form, bin and files. */
export function RecordScreen<R extends Row, Q>(props: RecordScreenProps<R, Q>) {
  const { of, title, columns, filters, keyword, sheet, emptyText, Form } = props
  const list = useList(of)
  const dialog = useDialog<R>()
  const add = <AddButton code={of.add.permission} dialog={dialog} />
  return (
    <Screen title={title}>
      <Filters list={list} keyword={keyword} fields={filters} />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={of} list={list} />}>
        <RecycleBin of={of} columns={columns} {...(keyword && { keyword })} />
        <ExportButton list={list} columns={columns} />
        {sheet && <ImportButton of={sheet} />}
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText={emptyText}
        actions={(row) => (
          <RowActions>
            <EditButton code={of.update.permission} onClick={() => dialog.open(row)} />
            <RemoveButton of={of} row={row} />
          </RowActions>
        )}
      />
      <Form dialog={dialog} />
    </Screen>
  )
}
