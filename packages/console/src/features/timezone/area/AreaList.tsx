import { areas, areaSheet } from '@muster/contract'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { areaTypeTexts, columns } from './areaColumns.tsx'

const AreaForm = lazyDialog(() => import('./AreaForm.tsx').then((file) => file.AreaForm))

/** AREA: the areas that group time zones. */
export function AreaList() {
  return (
    <RecordScreen
      of={areas}
      title="area.title"
      emptyText="area.empty"
      columns={columns}
      filters={{
        type: { label: 'area.type', options: areaTypeTexts },
        parentId: { label: 'area.parent', of: areas },
        status: statusFilter,
      }}
      sheet={areaSheet}
      Form={AreaForm}
    />
  )
}
