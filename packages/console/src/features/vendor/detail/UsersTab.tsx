import { roles, users } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { userColumns, userStateTexts } from '../../user/index.ts'
import type { VendorTabProps } from './vendorTab.ts'

/** The vendor's own people, who see its terminals only; they are managed on their own screen. */
export function UsersTab({ vendor }: VendorTabProps) {
  const list = useList(users, { fixed: { vendorId: vendor.id } })
  return (
    <>
      <Filters
        list={list}
        keyword={['user.keyword']}
        fields={{
          roleId: { label: 'user.role', of: roles },
          state: { label: 'user.state', options: userStateTexts },
        }}
      />
      <ActionLine list={list} columns={userColumns}>
        <ExportButton list={list} columns={userColumns} />
      </ActionLine>
      <DataTable list={list} columns={userColumns} emptyText="vendor.emptyUsers" />
    </>
  )
}
