import { type Model, models } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { StatusSwitch } from '../../../kit/parts/StatusSwitch.tsx'
import { Day, Ltr } from '../../../kit/parts/values.tsx'
import { Word } from '../../system/words/index.ts'

export const columns: Columns<Model> = [
  { key: 'name', title: 'model.name', sortable: true },
  { key: 'code', title: 'model.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  { key: 'vendorName', title: 'model.vendor' },
  { key: 'categoryName', title: 'model.category' },
  {
    key: 'osType',
    title: 'model.osType',
    width: 92,
    render: ({ osType }) => <Word of="category.os" value={osType} />,
  },
  { key: 'screen', title: 'model.screen', width: 100, render: ({ screen }) => <Ltr>{screen}</Ltr> },
  { key: 'deviceCount', title: 'model.devices', width: 76, align: 'end' },
  {
    key: 'endOfSupport',
    title: 'model.endOfSupport',
    width: 118,
    render: ({ endOfSupport }) => <Day on={endOfSupport} />,
  },
  {
    key: 'status',
    title: 'kit.status',
    width: 84,
    render: (model) => <StatusSwitch of={models} row={model} />,
  },
]
