import { severities, workbench } from '@muster/contract'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { addressText } from '../../../../platform/address.ts'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { severityTexts } from '../../../alarm/index.ts'
import { useBoard, useDeviceLink, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { usePages } from '../pages.ts'
import classes from '../tiles.module.css'

const tones = { LOW: 'neutral', MEDIUM: 'waiting', HIGH: 'bad', CRITICAL: 'bad' } as const
const worstFirst = severities.toReversed()

/** Open alarms by severity, each with the way to them. */
export function AlarmCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.alarm, { query: filter })
  const link = useDeviceLink()({ alarm: '1' })
  const path = usePages().find(({ screen }) => screen === 'ALARM_LOG')?.path
  const { orgId, modelId } = filter
  const place = { ...(orgId && { orgId }), ...(modelId && { modelId }) }
  const hrefOf = (severity: string) =>
    path && `#${addressText({ path, query: { state: 'LIVE', severity, ...place } })}`
  return (
    <Card
      card="ALARM"
      read={read}
      figures={({ bySeverity }) => ({
        columns: [t('alarm.severity'), t('workbench.count')],
        rows: worstFirst.map((severity) => [t(severityTexts[severity]), bySeverity[severity]]),
      })}
      empty={({ bySeverity }) =>
        severities.every((severity) => bySeverity[severity] === 0) ? 'workbench.noAlarms' : null
      }
    >
      {({ bySeverity, devices }) => (
        <>
          <ul className={classes.needs}>
            {worstFirst
              .filter((severity) => bySeverity[severity] > 0)
              .map((severity) => (
                <li key={severity} data-figure={severity}>
                  <StatusBadge tone={tones[severity]}>
                    {formatNumber(bySeverity[severity])}
                  </StatusBadge>
                  <span>{t(severityTexts[severity])}</span>
                  {path && (
                    <a
                      className={classes.act}
                      href={hrefOf(severity)}
                      aria-label={`${t('workbench.see')}: ${t(severityTexts[severity])}`}
                    >
                      {t('workbench.see')}
                    </a>
                  )}
                </li>
              ))}
          </ul>
          {link && (
            <a className={classes.all} href={link}>
              {t('workbench.alarmed', { count: devices })}
            </a>
          )}
        </>
      )}
    </Card>
  )
}
