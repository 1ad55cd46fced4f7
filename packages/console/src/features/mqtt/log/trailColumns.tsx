import type { MqttEntry } from '@muster/contract'
import { useId } from 'react'
import type { Columns } from '../../../kit/list/columns.tsx'
import { yesNo } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import {
  formatBytes,
  formatDateTimeSeconds,
  formatNumber,
  nothing,
} from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './mqttLog.module.css'
import { directionTexts, resultTexts, resultTones, typeTexts } from './trailTexts.ts'

/** Up to the platform or down to the terminal, as an arrow and in words. */
function Direction({ direction }: Pick<MqttEntry, 'direction'>) {
  const label = useId()
  return (
    <span className={classes.direction} data-direction={direction}>
      <svg viewBox="0 0 16 16" width={14} height={14} aria-labelledby={label} role="img">
        <title id={label}>{t(directionTexts[direction])}</title>
        <path d={direction === 'UP' ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} />
      </svg>
    </span>
  )
}

/** What it is, in words where there are any. */
export function Kind({ type, direction }: Pick<MqttEntry, 'type' | 'direction'>) {
  const words = typeTexts[type]
  return (
    <span className={classes.kind}>
      <Direction direction={direction} />
      {words ? t(words) : <Ltr>{type}</Ltr>}
    </span>
  )
}

export const Result = ({ result }: Pick<MqttEntry, 'result'>) => (
  <StatusBadge tone={resultTones[result]}>{t(resultTexts[result])}</StatusBadge>
)

export const latencyText = ({ latencyMs }: Pick<MqttEntry, 'latencyMs'>): string =>
  latencyMs === null ? nothing : t('log.milliseconds', { count: formatNumber(latencyMs) })

/** The terminal, where the platform knows one of this number. */
function Terminal({ deviceId, sn }: MqttEntry) {
  if (deviceId === null) return <Ltr>{sn}</Ltr>
  return (
    <a className={classes.link} href={`#/device/detail/${deviceId}`}>
      <Ltr>{sn}</Ltr>
    </a>
  )
}

export const trailColumns: Columns<MqttEntry> = [
  {
    key: 'at',
    title: 'mqttLog.at',
    holds: 'second',
    sortable: true,
    render: ({ at }) => <time dateTime={at}>{formatDateTimeSeconds(at)}</time>,
  },
  {
    key: 'type',
    title: 'mqttLog.type',
    width: 204,
    words: typeTexts,
    file: [
      { key: 'direction', title: 'mqttLog.direction', words: directionTexts },
      { key: 'type', title: 'mqttLog.type', words: typeTexts },
    ],
    render: Kind,
  },
  { key: 'sn', title: 'mqttLog.sn', width: 140, render: Terminal },
  { key: 'result', title: 'mqttLog.result', width: 124, words: resultTexts, render: Result },
  {
    key: 'latencyMs',
    title: 'mqttLog.latency',
    width: 90,
    align: 'end',
    file: [{ key: 'latencyMs', title: 'mqttLog.latencyMs' }],
    render: latencyText,
  },
  {
    key: 'size',
    title: 'mqttLog.size',
    width: 96,
    align: 'end',
    file: [{ key: 'size', title: 'mqttLog.bytes' }],
    render: ({ size }) => formatBytes(size),
  },
  { key: 'orgName', title: 'mqttLog.org', width: 130 },
  { key: 'topic', title: 'mqttLog.topic', render: ({ topic }) => <Ltr>{topic}</Ltr> },
  {
    key: 'messageId',
    title: 'mqttLog.messageId',
    width: 130,
    render: ({ messageId }) => <Ltr>{messageId}</Ltr>,
  },
  {
    key: 'correlationId',
    title: 'mqttLog.correlationId',
    width: 130,
    render: ({ correlationId }) => <Ltr>{correlationId}</Ltr>,
  },
  {
    key: 'clientId',
    title: 'mqttLog.clientId',
    width: 140,
    render: ({ clientId }) => <Ltr>{clientId}</Ltr>,
  },
  { key: 'qos', title: 'mqttLog.qos', width: 84, align: 'end' },
  { key: 'retain', title: 'mqttLog.retain', width: 96, words: yesNo },
  { key: 'node', title: 'mqttLog.node', width: 130, render: ({ node }) => <Ltr>{node}</Ltr> },
]
