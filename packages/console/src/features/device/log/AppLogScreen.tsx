import {
  appLog,
  type AppLogEntry,
  apps,
  defaultLogDays,
  models,
  organizations,
  vendors,
} from '@muster/contract'
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
import { appLogColumns } from './appLogColumns.tsx'
import { actTexts, resultTexts, triggerTexts } from './appLogTexts.ts'

const EntryDialog = lazyDialog(() =>
  import('./AppEntryDialog.tsx').then((file) => file.AppEntryDialog),
)

/** APK_LOG: what was installed, updated and removed on terminals, and what failed. */
export function AppLogScreen() {
  const list = useList(appLog)
  const detail = useDialog<AppLogEntry>()
  return (
    <Screen title="appLog.title">
      <Filters
        list={list}
        keyword={['appLog.sn']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          appId: { label: 'appLog.app', of: apps },
          package: 'appLog.package',
          version: 'appLog.version',
          versionCode: 'appLog.versionCode',
          kind: { label: 'appLog.act', options: actTexts },
          trigger: { label: 'appLog.trigger', options: triggerTexts },
          result: { label: 'appLog.result', options: resultTexts },
          code: 'appLog.code',
          orgId: { label: 'appLog.orgAndBelow', of: organizations },
          vendorId: { label: 'device.vendor', of: vendors },
          modelId: { label: 'appLog.model', of: models },
        }}
      />
      <ActionLine list={list} columns={appLogColumns}>
        <ExportButton list={list} columns={appLogColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={appLogColumns}
        emptyText="appLog.empty"
        actionsWidth={100}
        actions={(entry) => (
          <RowButton opens code={appLog.detail.permission} onClick={() => detail.open(entry)}>
            {t('appLog.details')}
          </RowButton>
        )}
      />
      <EntryDialog dialog={detail} />
    </Screen>
  )
}
