import { type Classification, classifications, type TextKey } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { DeviceCount } from '../facts/DeviceCount.tsx'
import { FilterWords } from '../filter/FilterWords.tsx'
import { Label } from './Label.tsx'

export const dimensionTexts: Readonly<Record<Classification['dimension'], TextKey>> = {
  OWNERSHIP: 'classification.dimension.OWNERSHIP',
  TIER: 'classification.dimension.TIER',
  RING: 'classification.dimension.RING',
  USE: 'classification.dimension.USE',
}

export const columns: Columns<Classification> = [
  {
    key: 'name',
    title: 'classification.name',
    sortable: true,
    width: 170,
    render: ({ name, colour }) => <Label name={name} colour={colour} />,
  },
  {
    key: 'code',
    title: 'classification.code',
    sortable: true,
    width: 120,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'dimension',
    title: 'classification.dimension',
    sortable: true,
    width: 116,
    words: dimensionTexts,
  },
  { key: 'exclusive', title: 'classification.exclusive', width: 92, words: yesNo },
  {
    key: 'rule',
    title: 'classification.rule',
    file: [],
    render: ({ rule }) => (rule ? <FilterWords filter={rule} /> : t('classification.manual')),
  },
  { key: 'priority', title: 'classification.priority', width: 80, align: 'end', sortable: true },
  {
    key: 'devices',
    title: 'classification.devices',
    width: 92,
    align: 'end',
    render: ({ id, devices }) => <DeviceCount count={devices} of={{ classificationId: id }} />,
  },
  statusColumn(classifications),
]
