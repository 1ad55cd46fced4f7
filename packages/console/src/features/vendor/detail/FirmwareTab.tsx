import { models, type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import {
  versionChannelTexts,
  versionColumns,
  versionPartTexts,
  versionStateTexts,
} from '../../upgrade/index.ts'
import type { VendorTabProps } from './vendorTab.ts'

const columns: Columns<UpgradeVersion> = versionColumns.filter(({ key }) => key !== 'vendorName')

/** The vendor's firmware and other parts; what is decided about them is decided on their own screen. */
export function FirmwareTab({ vendor }: VendorTabProps) {
  const list = useList(upgradeVersions, { fixed: { vendorId: vendor.id } })
  return (
    <>
      <Filters
        list={list}
        keyword={['upgradeVersion.name', 'upgradeVersion.version']}
        fields={{
          kind: { label: 'upgradeVersion.kind', options: versionPartTexts },
          modelId: { label: 'upgradeVersion.model', of: models },
          channel: { label: 'upgradeVersion.channel', options: versionChannelTexts },
          state: { label: 'upgradeVersion.state', options: versionStateTexts },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="vendor.emptyFirmware" />
    </>
  )
}
