import { deviceStat, estateParts, figureDocuments, serviceParts } from '@muster/contract'
import { StatPage } from '../page/StatPage.tsx'
import { AlarmBlocks } from './AlarmBlocks.tsx'
import { useStatQuery } from '../page/stat.ts'
import { DistributionBlock } from './DistributionBlock.tsx'
import { ExpiryBlock } from './ExpiryBlock.tsx'
import { IdleBlock } from './IdleBlock.tsx'
import { ServedBlocks, SilentBlock } from './ServiceBlocks.tsx'
import { TrendBlocks } from './TrendBlocks.tsx'

/** STATISTICS_DEVICE: what the estate is made of, and how it does. */
export function DeviceStat() {
  const query = useStatQuery()
  return (
    <StatPage
      title="stat.device"
      permission={deviceStat.distribution.permission}
      grains={['HOUR', 'DAY', 'WEEK', 'MONTH']}
      document={{ title: 'stat.device', call: figureDocuments.device, query }}
    >
      <TrendBlocks />
      <ServedBlocks />
      {serviceParts.map((by) => (
        <SilentBlock key={by} by={by} />
      ))}
      <IdleBlock />
      <AlarmBlocks />
      {estateParts.map((by) => (
        <DistributionBlock key={by} by={by} />
      ))}
      <ExpiryBlock kind="warranty" />
      <ExpiryBlock kind="support" />
      <ExpiryBlock kind="pts" />
    </StatPage>
  )
}
