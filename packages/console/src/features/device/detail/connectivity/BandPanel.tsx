import type { ReplyOf, devices } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { formatDuration } from '../../facts/formatDuration.ts'
import { FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'
import { Band } from './Band.tsx'
import { bandOf, commonReason } from './band.ts'
import { reasonText } from './reasonText.ts'
import { bandHours } from './useConnectivity.ts'

interface BandPanelProps {
  readonly known: ReplyOf<typeof devices.connectivity>
  /** When the terminal was added: before, there was nothing to connect. */
  readonly since: string
  readonly aside?: ReactNode
}

/** The connection band with what it comes to in numbers. */
export function BandPanel({ known, since, aside }: BandPanelProps) {
  const { connections } = known
  const whole = { from: Date.parse(known.from), until: Date.parse(known.until) }
  const band = bandOf(connections, whole, Date.parse(since))
  const reason = commonReason(connections)
  return (
    <Panel title={t('device.band.title', { hours: bandHours })} aside={aside}>
      <Band band={band} />
      <FactList
        facts={[
          { key: 'share', label: t('device.online.share'), value: formatPercent(band.onlineShare) },
          {
            key: 'reconnects',
            label: t('device.reconnects'),
            value: formatNumber(band.reconnects),
          },
          { key: 'gap', label: t('device.longestGap'), value: formatDuration(band.longestGap) },
          {
            key: 'reason',
            label: t('device.commonReason'),
            value: reason === null ? nothing : reasonText(reason),
          },
        ]}
      />
    </Panel>
  )
}
