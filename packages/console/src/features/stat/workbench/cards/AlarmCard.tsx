import { estateLists, openAlarmsList, severities, type Severity, workbench } from '@muster/contract'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { severityTexts } from '../../../alarm/index.ts'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../tiles.module.css'

const tones = { LOW: 'neutral', MEDIUM: 'waiting', HIGH: 'bad', CRITICAL: 'bad' } as const
const worstFirst = severities.toReversed()

/** Open alarms by severity, each with the way to them. */
export function AlarmCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.alarm, { query: filter })
  const link = useFigureLink()
  const alarmed = link(estateLists.alarmed(filter))
  const hrefOf = (severity: Severity) => link(openAlarmsList(filter, severity))
  return (
    <Card
      card="ALARM"
      read={read}
      figures={({ bySeverity }) => ({
        columns: [t('alarm.severity'), t('workbench.count')],
        rows: worstFirst.map((severity) => [t(severityTexts[severity]), bySeverity[severity]]),
        hrefs: worstFirst.map(hrefOf),
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
                  {hrefOf(severity) && (
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
          {alarmed && (
            <a className={classes.all} href={alarmed}>
              {t('workbench.alarmed', { count: devices })}
            </a>
          )}
        </>
      )}
    </Card>
  )
}
