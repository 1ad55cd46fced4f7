import { type DeveloperDownload, developerDownloads, fillPath, vendors } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { columns } from './downloadColumns.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { audienceTexts, kindTexts, stateTexts } from './downloadTexts.ts'
import type { MadeLink } from './LinkDialog.tsx'

const DownloadForm = lazyDialog(() =>
  import('./DownloadForm.tsx').then((file) => file.DownloadForm),
)
const NextVersionForm = lazyDialog(() =>
  import('./DownloadForm.tsx').then((file) => file.NextVersionForm),
)
const PublishDialog = lazyDialog(() =>
  import('./PublishDialog.tsx').then((file) => file.PublishDialog),
)
const StatDialog = lazyDialog(() => import('./StatDialog.tsx').then((file) => file.StatDialog))
const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx').then((file) => file.LinkDialog))
const HistoryDialog = lazyDialog(() =>
  import('./HistoryDialog.tsx').then((file) => file.HistoryDialog),
)

const keyword = ['download.name', 'download.release'] as const

/** APPLICATION_DEV_DOWNLOAD: what developers and integrators take home. */
export function DownloadList() {
  const list = useList(developerDownloads)
  const dialogs = {
    form: useDialog<DeveloperDownload>(),
    next: useDialog<DeveloperDownload>(),
    publish: useDialog<DeveloperDownload>(),
    stat: useDialog<DeveloperDownload>(),
    link: useDialog<MadeLink>(),
    history: useDialog<DeveloperDownload>(),
  }
  const add = <AddButton code={developerDownloads.add.permission} dialog={dialogs.form} />
  const take = (id: string) => saveByTicket(fillPath(developerDownloads.file.path, { id }))
  return (
    <Screen title="download.title">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          kind: { label: 'download.kind', options: kindTexts },
          state: { label: 'download.state', options: stateTexts },
          audience: { label: 'download.audience', options: audienceTexts },
          vendorId: { label: 'download.vendor', of: vendors },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={developerDownloads} list={list} />}
      >
        <RecycleBin of={developerDownloads} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="download.empty"
        actions={(row) => (
          <RowActions>
            <RowButton opens code={developerDownloads.file.permission} onClick={() => take(row.id)}>
              {t('download.take')}
            </RowButton>
            <DownloadMenu download={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <DownloadForm dialog={dialogs.form} />
      <NextVersionForm dialog={dialogs.next} />
      <PublishDialog dialog={dialogs.publish} />
      <StatDialog dialog={dialogs.stat} />
      <LinkDialog dialog={dialogs.link} />
      <HistoryDialog dialog={dialogs.history} />
    </Screen>
  )
}
