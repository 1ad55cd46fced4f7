import { signInLog, defaultLogDays } from '@muster/contract'
import { useList } from '../../kit/list/useList.ts'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { resultFilter, signInColumns } from './logColumns.tsx'

/** Who signed in or tried to, the latest first. */
export function SignInList() {
  const list = useList(signInLog)
  return (
    <>
      <Filters
        list={list}
        keyword={['log.user', 'log.ip', 'log.client']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          userName: 'log.user',
          ip: 'log.ip',
          result: resultFilter,
        }}
      />
      <ActionLine list={list} columns={signInColumns}>
        <ExportButton list={list} columns={signInColumns} />
      </ActionLine>
      <DataTable list={list} columns={signInColumns} />
    </>
  )
}
