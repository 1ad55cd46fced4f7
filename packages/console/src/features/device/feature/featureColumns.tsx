import { type DeviceFeature, features } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import { kindTexts, valueTypeTexts } from './featureTexts.ts'

export const columns: Columns<DeviceFeature> = [
  { key: 'name', title: 'feature.name', sortable: true },
  { key: 'code', title: 'feature.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  {
    key: 'icon',
    title: 'feature.icon',
    width: 80,
    align: 'center',
    render: ({ icon }) => (icon ? <MenuIcon name={icon} /> : nothing),
  },
  { key: 'kind', title: 'feature.kind', width: 130, words: kindTexts, sortable: true },
  { key: 'valueType', title: 'feature.valueType', width: 130, words: valueTypeTexts },
  { key: 'unit', title: 'feature.unit', width: 90, render: ({ unit }) => <Ltr>{unit}</Ltr> },
  { key: 'modelCount', title: 'feature.models', width: 90, align: 'end' },
  { key: 'sort', title: 'feature.sort', width: 90, align: 'end', sortable: true },
  updatedAtColumn,
  statusColumn(features),
]
