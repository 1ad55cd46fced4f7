import { type Apk, apks } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { stateTexts, tones } from '../appTexts.ts'
import { trackTexts } from './apkTexts.ts'

export const columns: Columns<Apk> = [
  {
    key: 'versionName',
    title: 'apk.version',
    sortable: true,
    render: ({ versionName }) => <Ltr>{versionName}</Ltr>,
  },
  {
    key: 'versionCode',
    title: 'apk.code',
    sortable: true,
    width: 72,
    align: 'end',
    render: ({ versionCode }) => <Ltr>{String(versionCode)}</Ltr>,
  },
  {
    key: 'state',
    title: 'apk.state',
    sortable: true,
    width: 118,
    words: stateTexts,
    file: [
      { key: 'state', title: 'apk.state', words: stateTexts },
      { key: 'greyPercent', title: 'apk.greyPercent' },
    ],
    render: ({ state, publishAt, problems, greyPercent }) => (
      <span title={publishAt ? undefined : problems.join('\n')}>
        <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
        {greyPercent !== null && <small> {formatPercent(greyPercent / 100)}</small>}
      </span>
    ),
  },
  { key: 'track', title: 'apk.track', sortable: true, width: 88, words: trackTexts },
  {
    key: 'bytes',
    title: 'apk.bytes',
    sortable: true,
    width: 88,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'minSdk',
    title: 'apk.sdk',
    sortable: true,
    width: 84,
    file: [
      { key: 'minSdk', title: 'apk.minSdk' },
      { key: 'targetSdk', title: 'apk.targetSdk' },
    ],
    render: ({ minSdk, targetSdk }) =>
      minSdk === null ? null : <Ltr>{`${minSdk}–${targetSdk ?? minSdk}`}</Ltr>,
  },
  {
    key: 'abis',
    title: 'apk.abis',
    render: ({ abis }) => (abis.length > 0 ? <Ltr>{abis.join(', ')}</Ltr> : t('apk.anyAbi')),
  },
  {
    key: 'riskyPermissions',
    title: 'apk.permissions',
    width: 96,
    render: ({ riskyPermissions: { length: count } }) =>
      count > 0 ? t('apk.risky', { count: formatNumber(count) }) : nothing,
  },
  {
    key: 'paramTemplates',
    title: 'apk.templates',
    isExtra: true,
    render: ({ paramTemplates }) =>
      paramTemplates.length > 0 ? (
        <Words>{paramTemplates.map(({ name }) => name).join(', ')}</Words>
      ) : (
        nothing
      ),
  },
  {
    key: 'publishedAt',
    title: 'apk.publishedAt',
    sortable: true,
    holds: 'moment',
    render: ({ publishedAt }) => <Time at={publishedAt} />,
  },
  statusColumn(apks),
]
