import { type Model, models, supportWarningDays } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { Day, Ltr } from '../../../kit/page/values.tsx'
import { formatAll, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { FeatureChips } from '../feature/FeatureChips.tsx'
import { DeviceCount } from '../facts/DeviceCount.tsx'
import { EndDay } from '../facts/EndDay.tsx'
import classes from './model.module.css'
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
    width: 220,
    file: [],
    render: ({ features }) => <FeatureChips features={features} />,
  },
  {
    key: 'deviceCount',
    title: 'model.devices',
    width: 76,
    align: 'end',
    render: ({ id, deviceCount }) => <DeviceCount count={deviceCount} of={{ modelId: id }} />,
  },
  {
    key: 'firmwareStable',
    title: 'model.firmware',
    width: 150,
    file: [
      { key: 'firmwareStable', title: 'model.firmware' },
      { key: 'firmwareBeta', title: 'model.firmwareBeta' },
    ],
    render: (row) => <Firmware row={row} />,
  },
  {
    key: 'ptsUntil',
    title: 'model.pts.until',
    holds: 'day',
    file: [
      { key: 'ptsVersion', title: 'model.pts' },
      { key: 'ptsUntil', title: 'model.pts.until' },
    ],
    render: ({ ptsUntil, ptsVersion }) => (
      <span title={ptsVersion ?? undefined}>
        <EndDay on={ptsUntil} days={supportWarningDays} />
      </span>
    ),
  },
  {
    key: 'endOfSupport',
    title: 'model.endOfSupport',
    holds: 'day',
    file: [
      { key: 'endOfSale', title: 'model.endOfSale' },
      { key: 'endOfSupport', title: 'model.endOfSupport' },
    ],
    render: ({ endOfSale, endOfSupport }) => (
      <>
        <EndDay on={endOfSupport} days={supportWarningDays} />
        {endOfSale && (
          <small className={classes.second}>
            {t('model.endOfSale')} <Day on={endOfSale} />
          </small>
        )}
      </>
    ),
  },
  {
    key: 'keySlots',
    title: 'model.keySlots',
    width: 180,
    isExtra: true,
    render: ({ keySlots }) => <KeySlots keySlots={keySlots} />,
  },
  statusColumn(models),
]

/** Which key must be where. */
function KeySlots({ keySlots }: Pick<Model, 'keySlots'>) {
  if (keySlots.length === 0) return nothing
  return formatAll(keySlots.map(({ slot, type }) => `${slot} ${type}`))
}

/** The firmware that is current, and what is on its way, each under its vendor's name for the channel. */
function Firmware({
  row: { firmwareStable, firmwareBeta, stableChannel, betaChannel },
}: {
  readonly row: Model
}) {
  return (
    <>
      <span title={stableChannel ?? undefined}>
        <Ltr>{firmwareStable}</Ltr>
      </span>
      {firmwareBeta && (
        <small className={classes.second}>
          <bdi>{betaChannel ?? t('upgradeVersion.channel.BETA')}</bdi> <Ltr>{firmwareBeta}</Ltr>
        </small>
      )}
    </>
  )
}
