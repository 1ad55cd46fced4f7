import { type Device, devices, mayMove } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import { lifecycleTexts } from '../facts/deviceTexts.ts'
import { serial } from '../facts/serial.ts'

/** Where a terminal is that another is to replace. */
export type Replaced = Pick<Device, 'sn' | 'modelName' | 'orgName' | 'stationName'>

interface SwapTargetProps {
  /** The serial number of the other terminal, as it is typed. */
  readonly sn: unknown
  readonly old: Replaced
}

/** What the terminal is that is to take a place, and what changes with it, before anybody agrees. */
export function SwapTarget({ sn, old }: SwapTargetProps) {
  const wanted = useDebounced(typeof sn === 'string' ? sn.trim().toUpperCase() : '')
  const maySee = useCan(devices.page.permission)
  const asked = { query: { sn: wanted, pageSize: 1 } }
  const found = useQuery({
    ...query(devices.page, asked),
    enabled: maySee && wanted.length >= shortest,
  })
  const next = found.data?.list.find((device) => device.sn === wanted)
  if (!next) return null
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {t('life.swapIs', {
          sn: serial(next.sn),
          model: next.modelName,
          org: next.orgName,
          state: t(lifecycleTexts[next.lifecycle]),
        })}
      </Text>
      {linesOf(next, old).map((line) => (
        <Text size="sm" key={line}>
          {line}
        </Text>
      ))}
    </div>
  )
}

/** A serial number has as many characters at least. */
const shortest = 5

function linesOf(next: Device, old: Replaced): string[] {
  if (!mayMove(next.lifecycle, 'SUCCEED')) return [t('life.not.SUCCEED')]
  const lines: string[] = []
  if (next.modelName !== old.modelName)
    lines.push(t('life.swapModel', { to: next.modelName, from: old.modelName }))
  if (next.orgName !== old.orgName)
    lines.push(t('life.swapOrg', { to: old.orgName, from: next.orgName }))
  if (next.stationName && next.stationName !== old.stationName)
    lines.push(t('life.swapFrom', { station: next.stationName }))
  if (old.stationName && next.stationName !== old.stationName)
    lines.push(t('life.swapTo', { station: old.stationName }))
  return lines.length > 0 ? lines : [t('life.swapSame')]
}
