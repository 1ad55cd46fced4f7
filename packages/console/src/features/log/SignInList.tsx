import { signInLog, defaultLogDays } from '@muster/contract'
import { useList } from '../../kit/list/useList.ts'
import { DataTable } from '../../kit/parts/DataTable.tsx'
import { Filters } from '../../kit/parts/Filters.tsx'
import { Toolbar } from '../../kit/parts/Screen.tsx'
import { ExportButton } from '../transfer/index.ts'
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
      <Toolbar>
        <ExportButton list={list} columns={signInColumns} />
      </Toolbar>
      <DataTable list={list} columns={signInColumns} />
    </>
  )
}
