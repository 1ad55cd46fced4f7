import { StatusSwitch, type StatusRow } from '../batch/StatusSwitch.tsx'
import type { LifeCalls } from '../batch/recordCalls.ts'
import { Time } from '../page/values.tsx'
import { type Column, statusWords } from './columns.tsx'

/** Whether a record is enabled, as a switch for those who may turn it. */
export const statusColumn = (of: LifeCalls): Column<StatusRow> => ({
  key: 'status',
  title: 'kit.status',
  width: 104,
  words: statusWords,
  render: (row) => <StatusSwitch of={of} row={row} />,
})

/** When a record was last changed. */
export const updatedAtColumn: Column<{ readonly updatedAt: string }> = {
  key: 'updatedAt',
  title: 'kit.updatedAt',
  holds: 'moment',
  sortable: true,
  render: ({ updatedAt }) => <Time at={updatedAt} />,
}
