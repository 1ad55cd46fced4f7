import { type TestTrack, testTracks, type TextKey } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Tone } from '../../../ui/table/cells.tsx'

export const stateTexts: Readonly<Record<TestTrack['state'], TextKey>> = {
  IDLE: 'track.state.IDLE',
  RUNNING: 'track.state.RUNNING',
  EXPIRED: 'track.state.EXPIRED',
}
const tones: Readonly<Record<TestTrack['state'], Tone>> = {
  IDLE: 'neutral',
  RUNNING: 'good',
  EXPIRED: 'waiting',
}

export const columns: Columns<TestTrack> = [
  { key: 'name', title: 'track.name', sortable: true },
  { key: 'appName', title: 'track.app', sortable: true },
  {
    key: 'state',
    title: 'track.state',
    sortable: true,
    width: 110,
    words: stateTexts,
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>,
  },
  {
    key: 'apkVersion',
    title: 'track.version',
    width: 110,
    render: ({ apkVersion }) => <Ltr>{apkVersion}</Ltr>,
  },
  {
    key: 'deviceCount',
    title: 'track.devices',
    sortable: true,
    width: 110,
    align: 'end',
    render: ({ deviceCount, maxDevices }) =>
      `${formatNumber(deviceCount)} / ${formatNumber(maxDevices)}`,
  },
  { key: 'expiryDays', title: 'track.days', sortable: true, width: 90, align: 'end' },
  {
    key: 'expiresAt',
    title: 'track.expiresAt',
    sortable: true,
    holds: 'moment',
    render: ({ expiresAt }) => <Time at={expiresAt} />,
  },
  statusColumn(testTracks),
]
