import { defaultLogDays, deviceLog, type DeviceLogEntry, organizations } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { columns } from './logColumns.tsx'
import { kindTexts, sourceTexts } from './logTexts.ts'

const EntryDialog = lazyDialog(() =>
  import('./LogEntryDialog.tsx').then((file) => file.LogEntryDialog),
)

/** DEVICE_LOG: what happened to terminals, the latest first. */
export function DeviceLogScreen() {
  const list = useList(deviceLog)
  const detail = useDialog<DeviceLogEntry>()
  return (
    <Screen title="deviceLog.title">
      <Filters
        list={list}
        keyword={['deviceLog.sn']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          kind: { label: 'deviceLog.kind', options: kindTexts },
          orgId: { label: 'deviceLog.orgAndBelow', of: organizations },
          userName: 'deviceLog.operator',
          source: { label: 'deviceLog.source', options: sourceTexts },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="deviceLog.empty"
        actionsWidth={100}
        actions={(entry) => (
          <RowButton opens code={deviceLog.detail.permission} onClick={() => detail.open(entry)}>
            {t('deviceLog.details')}
          </RowButton>
        )}
      />
      <EntryDialog dialog={detail} />
    </Screen>
  )
}
