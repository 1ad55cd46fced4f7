import { type UpgradeVersion, upgradeVersions } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Day, Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { channelTexts, partTexts, standOf, stateTexts } from './versionTexts.ts'

export const columns: Columns<UpgradeVersion> = [
  { key: 'name', title: 'upgradeVersion.name', width: 150, sortable: true },
  {
    key: 'versionName',
    title: 'upgradeVersion.version',
    width: 140,
    sortable: true,
    render: ({ versionName }) => <Ltr>{versionName}</Ltr>,
  },
  {
    key: 'kind',
    title: 'upgradeVersion.kind',
    width: 108,
    sortable: true,
    words: partTexts,
    render: ({ kind }) => t(partTexts[kind]),
  },
  { key: 'vendorName', title: 'upgradeVersion.vendor', width: 120, sortable: true },
  {
    key: 'modelNames',
    title: 'upgradeVersion.models',
    width: 130,
    render: ({ modelNames }) => <Words>{modelNames.join(', ')}</Words>,
  },
  {
    key: 'state',
    title: 'upgradeVersion.state',
    width: 144,
    sortable: true,
    words: stateTexts,
    render: (row) => {
      const { text, tone } = standOf(row)
      return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
    },
  },
  {
    key: 'deviceCount',
    title: 'upgradeVersion.devices',
    width: 96,
    align: 'end',
    render: ({ deviceCount }) => formatNumber(deviceCount),
  },
  {
    key: 'isDiff',
    title: 'upgradeVersion.build',
    width: 260,
    words: { true: 'upgradeVersion.diff', false: 'upgradeVersion.full' },
    render: ({ isDiff, fromVersions }) =>
      isDiff ? (
        <Words>{t('upgradeVersion.diffFrom', { from: fromVersions.join(', ') })}</Words>
      ) : (
        t('upgradeVersion.full')
      ),
  },
  {
    key: 'channel',
    title: 'upgradeVersion.channel',
    width: 88,
    sortable: true,
    words: channelTexts,
    render: ({ channel }) => t(channelTexts[channel]),
  },
  {
    key: 'labTestedAt',
    title: 'upgradeVersion.labTested',
    width: 104,
    holds: 'moment',
    sortable: true,
    render: ({ labTestedAt }) =>
      labTestedAt === null ? (
        nothing
      ) : (
        <StatusBadge tone="good">{t('upgradeVersion.labTestedYes')}</StatusBadge>
      ),
  },
  {
    key: 'bytes',
    title: 'upgradeVersion.bytes',
    width: 88,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'sha256',
    title: 'upload.sha256',
    width: 120,
    render: ({ sha256 }) => <Ltr>{sha256}</Ltr>,
  },
  { key: 'signer', title: 'upgradeVersion.signer', width: 110, sortable: true },
  {
    key: 'onlineAt',
    title: 'upgradeVersion.onlineAt',
    holds: 'moment',
    sortable: true,
    render: ({ onlineAt }) => <Time at={onlineAt} />,
  },
  {
    key: 'ptsUntil',
    title: 'upgradeVersion.ptsUntil',
    sortable: true,
    render: ({ ptsUntil }) => <Day on={ptsUntil} />,
  },
  { key: 'orgName', title: 'upgradeVersion.organization', width: 120, sortable: true },
  statusColumn(upgradeVersions),
]
