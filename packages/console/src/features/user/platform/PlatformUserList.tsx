import { platformUsers } from '@muster/contract'
import { useList } from '../../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import type { FilterField } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { PlatformUserMenu } from './PlatformUserMenu.tsx'
import { columns } from './platformColumns.tsx'
import { kindTexts, stateTexts } from './platformTexts.ts'
import { usePlatformDialogs } from './usePlatformDialogs.ts'

const DetailDialog = lazyDialog(() =>
  import('./DetailDialog.tsx').then((file) => file.DetailDialog),
)
const ApproveDialog = lazyDialog(() =>
  import('./ApproveDialog.tsx').then((file) => file.ApproveDialog),
)
const RejectDialog = lazyDialog(() =>
  import('./RejectDialog.tsx').then((file) => file.RejectDialog),
)
const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx').then((file) => file.LinkDialog))
const MergeDialog = lazyDialog(() => import('./MergeDialog.tsx').then((file) => file.MergeDialog))
const ImpersonateDialog = lazyDialog(() =>
  import('./ImpersonateDialog.tsx').then((file) => file.ImpersonateDialog),
)

const filters: Readonly<Record<string, FilterField>> = {
  state: { label: 'platform.state', options: stateTexts },
  kind: { label: 'platform.kind', options: kindTexts },
  country: 'platform.country',
  from: { label: 'platform.from', kind: 'moment' },
  to: { label: 'platform.to', kind: 'moment' },
}

/** PLATfORM_USERS: those who asked for an account at the sign-in page. */
export function PlatformUserList() {
  const list = useList(platformUsers)
  const dialogs = usePlatformDialogs()
  return (
    <Screen title="platformUser.title">
      <Filters
        list={list}
        keyword={['platform.realName', 'platform.email', 'platform.company']}
        fields={filters}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="platformUser.empty"
        actionsWidth={112}
        actions={(row) => (
          <RowActions>
            <RowButton
              opens
              code={platformUsers.detail.permission}
              onClick={() => dialogs.detail.open(row)}
            >
              {t('platform.show')}
            </RowButton>
            <PlatformUserMenu row={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <DetailDialog dialog={dialogs.detail} />
      <ApproveDialog dialog={dialogs.approve} />
      <RejectDialog dialog={dialogs.reject} />
      <LinkDialog dialog={dialogs.link} />
      <MergeDialog dialog={dialogs.merge} />
      <ImpersonateDialog dialog={dialogs.impersonate} />
    </Screen>
  )
}
