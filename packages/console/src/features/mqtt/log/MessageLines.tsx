import type { MqttEntryDetail } from '@muster/contract'
import { formatBytes, formatDateTimeSeconds } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './mqttLog.module.css'
import { bodyLine, prettyText } from './prettyText.ts'
import { Kind, latencyText, Result } from './trailColumns.tsx'

interface MessageLinesProps {
  readonly label: string
  readonly entries: readonly MqttEntryDetail[]
  /** The one that is open elsewhere. */
  readonly current?: string
}

/** Messages one below the other, each of which opens to what it says. */
export function MessageLines({ label, entries, current }: MessageLinesProps) {
  return (
    <ol className={classes.lines} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} data-direction={entry.direction} data-current={entry.id === current}>
          <details>
            <summary className={classes.summary}>
              <time dateTime={entry.at}>{formatDateTimeSeconds(entry.at)}</time>
              <Kind {...entry} />
              <Result {...entry} />
              <span className={classes.took}>{latencyText(entry)}</span>
              <span className={classes.took}>{formatBytes(entry.size)}</span>
              <code className={classes.line} dir="ltr">
                {bodyLine(entry.payload)}
              </code>
            </summary>
            <pre className={classes.json} dir="ltr">
              {entry.payload === null ? t('mqttLog.noBody') : prettyText(entry.payload)}
            </pre>
          </details>
        </li>
      ))}
    </ol>
  )
}
