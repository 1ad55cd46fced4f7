import { type Apk, type App, apks } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { stateTexts } from '../appTexts.ts'
import { useApkColumns } from './useApkColumns.tsx'
import { ApkMenu, NextStep } from './ApkMenu.tsx'
import { trackTexts } from './apkTexts.ts'
import { useAskedFile } from './useAskedFile.ts'
import { useAskedReview } from './useAskedReview.ts'

const ApkForm = lazyDialog(() => import('./ApkForm.tsx').then((file) => file.ApkForm))
const NextApkForm = lazyDialog(() => import('./ApkForm.tsx').then((file) => file.NextApkForm))
const ApkDetail = lazyDialog(() => import('./ApkDetail.tsx').then((file) => file.ApkDetail))
const ReviewDialog = lazyDialog(() =>
  import('./ReviewDialog.tsx').then((file) => file.ReviewDialog),
)
const PublishDialog = lazyDialog(() =>
  import('./ReleaseDialogs.tsx').then((file) => file.PublishDialog),
)
const OfflineDialog = lazyDialog(() =>
  import('./ReleaseDialogs.tsx').then((file) => file.OfflineDialog),
)

const TemplatesDialog = lazyDialog(() =>
  import('./TemplatesDialog.tsx').then((file) => file.TemplatesDialog),
)
const StepsDialog = lazyDialog(() => import('./StepsDialog.tsx').then((file) => file.StepsDialog))

const keyword = ['apk.version'] as const

/** The versions of an application, and what is done with them. */
export function ApkTab({ app }: { readonly app: App }) {
  const list = useList(apks, { fixed: { appId: app.id } })
  const columns = useApkColumns(app.id)
  const { fileId, form } = useAskedFile(useDialog<Apk>())
  const dialogs = {
    form,
    next: useDialog<Apk>(),
    detail: useDialog<Apk>(),
    review: useAskedReview(useDialog<Apk>()),
    publish: useDialog<Apk>(),
    offline: useDialog<Apk>(),
    steps: useDialog<Apk>(),
    templates: useDialog<Apk>(),
  }
  const add = <AddButton code={apks.add.permission} dialog={dialogs.form} />
  return (
    <>
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          state: { label: 'apk.state', options: stateTexts },
          track: { label: 'apk.track', options: trackTexts },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={apks} list={list} />}>
        <RecycleBin of={apks} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="apk.empty"
        actionsWidth={176}
        actions={(row) => (
          <RowActions>
            <RowButton opens code={apks.detail.permission} onClick={() => dialogs.detail.open(row)}>
              {t('apk.details')}
            </RowButton>
            <NextStep apk={row} dialogs={dialogs} />
            <ApkMenu apk={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <ApkForm key={fileId ?? 'chosen'} dialog={dialogs.form} app={app} fileId={fileId} />
      <NextApkForm dialog={dialogs.next} app={app} />
      <ApkDetail dialog={dialogs.detail} />
      <ReviewDialog dialog={dialogs.review} />
      <PublishDialog dialog={dialogs.publish} />
      <OfflineDialog dialog={dialogs.offline} />
      <StepsDialog dialog={dialogs.steps} />
      <TemplatesDialog dialog={dialogs.templates} app={app} />
    </>
  )
}
