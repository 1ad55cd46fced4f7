import type { DetailedDevice } from '@muster/contract'
import { formatBytes, formatNumber, formatPercent, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { formatDuration } from '../../facts/formatDuration.ts'
import { FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'

const megabyte = 1_048_576

/** What the last heartbeat told: of those that have never been there, nothing. */
export function BeatPanel({ device }: { readonly device: DetailedDevice }) {
  const { lastSeenAt, batteryPercent, signalPercent, freeMb = null } = device
  const { temperature, uptimeSeconds } = device
  if (lastSeenAt === null) return null
  const told = (value: number | null, write: (value: number) => string) =>
    value === null ? nothing : write(value)
  return (
    <Panel title={t('device.beat')} aside={<Reported at={lastSeenAt} />}>
      <FactList
        facts={[
          {
            key: 'battery',
            label: t('device.battery'),
            value: told(batteryPercent, (value) => formatPercent(value / 100)),
          },
          {
            key: 'temperature',
            label: t('device.temperature'),
            value: told(temperature, (count) =>
              t('device.degrees', { degrees: formatNumber(count) }),
            ),
          },
          {
            key: 'signal',
            label: t('device.signal'),
            value: told(signalPercent, (value) => formatPercent(value / 100)),
          },
          {
            key: 'free',
            label: t('device.info.storageFreeMb'),
            value: told(freeMb, (value) => formatBytes(value * megabyte)),
          },
          {
            key: 'uptime',
            label: t('device.uptime'),
            value: told(uptimeSeconds, (value) => formatDuration(value * 1000)),
          },
        ]}
      />
    </Panel>
  )
}
