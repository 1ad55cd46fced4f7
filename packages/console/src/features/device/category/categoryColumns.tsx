import { categories, type Category } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { agentTexts } from '../agentTexts.ts'
import { FeatureChips } from '../feature/FeatureChips.tsx'
import { DictionaryLabel } from '../../../kit/dictionary/DictionaryLabel.tsx'

export const columns: Columns<Category> = [
  {
    key: 'name',
    title: 'category.name',
    sortable: true,
    width: 180,
    render: ({ name, icon }) => <Thumbnail name={icon}>{name}</Thumbnail>,
  },
  {
    key: 'code',
    title: 'category.code',
    sortable: true,
    width: 120,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  { key: 'parentName', title: 'category.parent' },
  { key: 'level', title: 'category.level', width: 64, align: 'end' },
  {
    key: 'osKind',
    title: 'category.osKind',
    width: 100,
    words: 'category.os.{osKind}',
    render: ({ osKind }) => <DictionaryLabel of="category.os" value={osKind} />,
  },
  { key: 'agentKind', title: 'category.agentKind', width: 110, words: agentTexts },
  { key: 'offlineAlarmMinutes', title: 'category.offlineAlarm', width: 150, align: 'end' },
  {
    key: 'features',
    title: 'category.features',
    width: 220,
    file: [],
    render: ({ features }) => <FeatureChips features={features} />,
  },
  { key: 'modelCount', title: 'category.models', width: 76, align: 'end' },
  { key: 'deviceCount', title: 'category.devices', width: 76, align: 'end' },
  { key: 'sort', title: 'category.sort', width: 80, align: 'end', sortable: true },
  statusColumn(categories),
]
