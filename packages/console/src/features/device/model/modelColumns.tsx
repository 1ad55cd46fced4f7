import { type Model, models, supportWarningDays } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { FeatureChips } from '../feature/FeatureChips.tsx'
import { EndDay } from '../facts/EndDay.tsx'
import { DictionaryLabel } from '../../../kit/dictionary/DictionaryLabel.tsx'

export const columns: Columns<Model> = [
  {
    key: 'name',
    title: 'model.name',
    sortable: true,
    render: ({ name, picture }) => <Thumbnail name={picture}>{name}</Thumbnail>,
  },
  { key: 'code', title: 'model.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  { key: 'vendorName', title: 'model.vendor' },
  { key: 'categoryName', title: 'model.category' },
  {
    key: 'osType',
    title: 'model.osType',
    width: 92,
    words: 'category.os.{osType}',
    render: ({ osType }) => <DictionaryLabel of="category.os" value={osType} />,
  },
  { key: 'screen', title: 'model.screen', width: 100, render: ({ screen }) => <Ltr>{screen}</Ltr> },
  {
    key: 'features',
    title: 'model.features',
    width: 212,
    file: [],
    render: ({ features }) => <FeatureChips features={features} />,
  },
  { key: 'deviceCount', title: 'model.devices', width: 76, align: 'end' },
  {
    key: 'endOfSupport',
    title: 'model.endOfSupport',
    holds: 'day',
    render: ({ endOfSupport }) => <EndDay on={endOfSupport} days={supportWarningDays} />,
  },
  statusColumn(models),
]
