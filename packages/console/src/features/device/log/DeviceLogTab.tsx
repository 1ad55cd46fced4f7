import { deviceLog, type DeviceLogEntry } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { columnsOfDevice } from './logColumns.tsx'
import { LogEntryDialog } from './LogEntryDialog.tsx'
import { kindTexts } from './logTexts.ts'

/** Days that the log of one terminal looks back where nobody says from when. */
const daysOfOne = 92

/** What happened to one terminal, the latest first. */
export function DeviceLogTab({ deviceId }: { readonly deviceId: string }) {
  const list = useList(deviceLog, { fixed: { deviceId } })
  const detail = useDialog<DeviceLogEntry>()
  return (
    <>
      <Filters
        list={list}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: daysOfOne },
          to: { label: 'log.to', kind: 'moment' },
          kind: { label: 'deviceLog.kind', options: kindTexts },
        }}
      />
      <DataTable
        list={list}
        columns={columnsOfDevice}
        emptyText="deviceLog.empty"
        actionsWidth={100}
        actions={(entry) => (
          <RowButton code={deviceLog.detail.permission} onClick={() => detail.open(entry)}>
            {t('deviceLog.details')}
          </RowButton>
        )}
      />
      <LogEntryDialog dialog={detail} />
    </>
  )
}
