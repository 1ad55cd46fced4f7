import { type Banner, banners, models, organizations } from '@muster/contract'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { columns } from './bannerColumns.tsx'
import { BannerMenu } from './BannerMenu.tsx'
import { placementTexts, stateTexts, targetTexts } from './bannerTexts.ts'

const BannerForm = lazyDialog(() => import('./BannerForm.tsx').then((file) => file.BannerForm))
const PreviewDialog = lazyDialog(() =>
  import('./PreviewDialog.tsx').then((file) => file.PreviewDialog),
)
const StatDialog = lazyDialog(() => import('./StatDialog.tsx').then((file) => file.StatDialog))

const keyword = ['banner.name', 'banner.remark'] as const

/** APPSTORE_BANNER: pictures in the store, the launcher and on the idle screen of terminals. */
export function BannerList() {
  const list = useList(banners)
  const form = useDialog<Banner>()
  const dialogs = { preview: useDialog<Banner>(), stat: useDialog<Banner>() }
  const add = <AddButton code={banners.add.permission} dialog={form} />
  // Sorted by a column, the rows do not show the order that would be changed.
  const ordered = list.state.sort === null ? list.rows : []
  return (
    <Screen title="banner.title">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          state: { label: 'banner.state', options: stateTexts },
          placement: { label: 'banner.placement', options: placementTexts },
          orgId: { label: 'banner.organization', of: organizations },
          targetType: { label: 'banner.targetType', options: targetTexts },
          modelId: { label: 'banner.model', of: models },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={banners} list={list} />}
      >
        <RecycleBin of={banners} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="banner.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={banners.update.permission} onClick={() => form.open(row)} />
            <BannerMenu banner={row} rows={ordered} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <BannerForm dialog={form} />
      <PreviewDialog dialog={dialogs.preview} />
      <StatDialog dialog={dialogs.stat} />
    </Screen>
  )
}
