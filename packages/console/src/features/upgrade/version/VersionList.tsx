import {
  models,
  organizations,
  type UpgradeVersion,
  upgradeVersions,
  vendors,
} from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter, waitingFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { useTerminalWay } from './terminalWay.ts'
import { columns } from './versionColumns.tsx'
import { NextStep, VersionMenu } from './VersionMenu.tsx'
import { channelTexts, partTexts, stateTexts } from './versionTexts.ts'

const VersionForm = lazyDialog(() => import('./VersionForm.tsx').then((file) => file.VersionForm))
const VersionDetail = lazyDialog(() =>
  import('./VersionDetail.tsx').then((file) => file.VersionDetail),
)
const ReviewDialog = lazyDialog(() =>
  import('./ReviewDialog.tsx').then((file) => file.ReviewDialog),
)
const ReasonDialog = lazyDialog(() =>
  import('./ReasonDialog.tsx').then((file) => file.ReasonDialog),
)
const LabDialog = lazyDialog(() => import('./ReasonDialog.tsx').then((file) => file.LabDialog))
const PathDialog = lazyDialog(() => import('./PathDialog.tsx').then((file) => file.PathDialog))

const keyword = ['upgradeVersion.name', 'upgradeVersion.version', 'upgradeVersion.vendor'] as const
const fields = {
  kind: { label: 'upgradeVersion.kind', options: partTexts },
  vendorId: { label: 'upgradeVersion.vendor', of: vendors },
  modelId: { label: 'upgradeVersion.model', of: models },
  versionName: 'upgradeVersion.version',
  channel: { label: 'upgradeVersion.channel', options: channelTexts },
  state: { label: 'upgradeVersion.state', options: stateTexts },
  waiting: waitingFilter,
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  status: statusFilter,
} as const

/** VERSION: firmware and other parts of terminals, from the file to whoever may bring it. */
export function VersionList() {
  const list = useList(upgradeVersions)
  const dialogs = {
    form: useDialog<UpgradeVersion>(),
    details: useDialog<UpgradeVersion>(),
    review: useDialog<UpgradeVersion>(),
    path: useDialog<UpgradeVersion>(),
    lab: useDialog<UpgradeVersion>(),
    suspend: useDialog<UpgradeVersion>(),
    offline: useDialog<UpgradeVersion>(),
    recall: useDialog<UpgradeVersion>(),
  }
  const path = useTerminalWay(dialogs.path)
  const add = <AddButton code={upgradeVersions.add.permission} dialog={dialogs.form} />
  return (
    <Screen title="upgradeVersion.title">
      <Filters list={list} keyword={keyword} fields={fields} />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={upgradeVersions} list={list} />}
      >
        <RecycleBin of={upgradeVersions} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        <Permitted to={upgradeVersions.path.permission}>
          <Button variant="default" onClick={() => dialogs.path.open()}>
            {t('upgradeVersion.path')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="upgradeVersion.empty"
        actions={(row) => (
          <RowActions>
            <NextStep version={row} dialogs={dialogs} />
            <VersionMenu version={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <VersionForm dialog={dialogs.form} />
      <VersionDetail dialog={dialogs.details} />
      <ReviewDialog dialog={dialogs.review} />
      <PathDialog {...path} />
      <LabDialog dialog={dialogs.lab} />
      <ReasonDialog dialog={dialogs.suspend} act="suspend" />
      <ReasonDialog dialog={dialogs.offline} act="offline" />
      <ReasonDialog dialog={dialogs.recall} act="recall" />
    </Screen>
  )
}
