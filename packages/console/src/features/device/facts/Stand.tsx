import { alarms, type Device, repairs } from '@muster/contract'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { severityTexts } from '../../alarm/index.ts'
import { StateBadge } from '../repair/StateBadge.tsx'
import { devicePath } from './deviceTexts.ts'
import classes from './facts.module.css'
import { paramStandTexts, securityTexts } from './standTexts.ts'

/** How many open alarms a terminal has and how grave the worst is; leads to them who may read them. */
export function OpenAlarmsOf({ id, openAlarms = 0, worstSeverity = null }: Device) {
  const isAllowed = useCan(alarms.page.permission)
  if (openAlarms === 0 || worstSeverity === null) return nothing
  const isGrave = worstSeverity === 'HIGH' || worstSeverity === 'CRITICAL'
  const badge = (
    <StatusBadge tone={isGrave ? 'bad' : 'waiting'}>
      {t('device.alarmsOf', { count: openAlarms, severity: t(severityTexts[worstSeverity]) })}
    </StatusBadge>
  )
  if (!isAllowed) return badge
  return (
    <a className={classes.badge} href={`#${devicePath(id, 'alarms')}`}>
      {badge}
    </a>
  )
}

/** The repair ticket of a terminal that is not settled; leads to it. */
export function OpenTicketOf({ sn, repairNo = null, repairState = null }: Device) {
  const isAllowed = useCan(repairs.page.permission)
  if (repairNo === null || repairState === null) return nothing
  const number = <Ltr>{repairNo}</Ltr>
  const address = addressText({ path: '/device/repair', query: { state: 'OPEN', sn } })
  return (
    <span className={classes.fact}>
      {isAllowed ? (
        <a className={classes.count} href={`#${address}`}>
          {number}
        </a>
      ) : (
        number
      )}
      <StateBadge state={repairState} />
    </span>
  )
}

/** What is wrong with the security of a terminal, or that nothing is; nothing: it has not told. */
export function SecurityOf({ security = [] }: Pick<Device, 'security'>) {
  if (security.length === 0) return nothing
  return (
    <span className={classes.fact}>
      {security.map((state) => (
        <StatusBadge key={state} tone={state === 'OK' ? 'good' : 'bad'}>
          {t(securityTexts[state])}
        </StatusBadge>
      ))}
    </span>
  )
}

const paramStandTones = { IN_SYNC: 'good', BEHIND: 'waiting', DRIFT: 'bad' } as const

/** Whether a terminal runs with the parameters that it should have; of how many applications they were changed there. */
export function ParamStandOf({
  paramStand = null,
  driftedApps = 0,
}: Pick<Device, 'paramStand' | 'driftedApps'>) {
  if (paramStand === null) return nothing
  const text =
    paramStand === 'DRIFT'
      ? t('device.drifted', { count: driftedApps })
      : t(paramStandTexts[paramStand])
  return <StatusBadge tone={paramStandTones[paramStand]}>{text}</StatusBadge>
}
