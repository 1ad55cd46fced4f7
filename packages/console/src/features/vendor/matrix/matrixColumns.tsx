import type { VendorFeature } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { commandTexts, kindTexts } from '../../device/index.ts'
import { namesOf } from './commandNames.ts'
import { matrixRows } from './matrixRows.ts'
import { supportTexts, supportTones } from './matrixTexts.ts'

export const columns: Columns<VendorFeature> = [
  {
    key: 'featureCode',
    title: 'vendorFeature.featureCode',
    sortable: true,
    file: [
      { key: 'code', title: 'vendorFeature.code' },
      { key: 'featureCode', title: 'vendorFeature.feature' },
    ],
    render: ({ featureCode }) => <Ltr>{featureCode}</Ltr>,
  },
  { key: 'featureName', title: 'vendorFeature.feature' },
  { key: 'vendorName', title: 'vendorFeature.vendor', sortable: true },
  {
    key: 'models',
    title: 'vendorFeature.models',
    file: [],
    render: ({ models }) => (
      <Words>
        {models.length === 0
          ? t('vendorFeature.allModels')
          : models.map(({ name }) => name).join(', ')}
      </Words>
    ),
  },
  { key: 'kind', title: 'vendorFeature.kind', width: 120, words: kindTexts, sortable: true },
  {
    key: 'support',
    title: 'vendorFeature.support',
    width: 110,
    words: supportTexts,
    sortable: true,
    render: ({ support }) => (
      <StatusBadge tone={supportTones[support]}>{t(supportTexts[support])}</StatusBadge>
    ),
  },
  {
    key: 'minAgent',
    title: 'vendorFeature.minAgent',
    width: 110,
    render: ({ minAgent }) => <Ltr>{minAgent}</Ltr>,
  },
  {
    key: 'minFirmware',
    title: 'vendorFeature.minFirmware',
    width: 140,
    render: ({ minFirmware }) => <Ltr>{minFirmware}</Ltr>,
  },
  {
    key: 'commands',
    title: 'vendorFeature.command',
    width: 130,
    words: commandTexts,
    render: ({ commands }) => namesOf(commands),
  },
  { key: 'timeoutSeconds', title: 'vendorFeature.timeout', width: 110, align: 'end' },
  { key: 'remark', title: 'vendorFeature.remark', render: ({ remark }) => <Words>{remark}</Words> },
  updatedAtColumn,
  statusColumn(matrixRows),
]
