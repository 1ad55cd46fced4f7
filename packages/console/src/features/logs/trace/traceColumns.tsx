import type { LogTrace } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatBytes, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceLink, formatDuration, logTexts } from '../../device/index.ts'
import { levelTexts } from '../levelTexts.ts'
import classes from '../logs.module.css'
import { causeText, modeTexts, stateTexts, stateTones } from './traceTexts.ts'

/** How far a trace is, and why it has ended. */
export function State(trace: Pick<LogTrace, 'state' | 'cause'>) {
  return (
    <span className={classes.state} title={causeText(trace) || undefined}>
      <StatusBadge tone={stateTones[trace.state]}>{t(stateTexts[trace.state])}</StatusBadge>
    </span>
  )
}

/** What is missing in it. */
export function missingText({ gaps, lostLines }: Pick<LogTrace, 'gaps' | 'lostLines'>): string {
  const parts = [
    ...(gaps > 0 ? [t('logTrace.gapCount', { count: gaps })] : []),
    ...(lostLines > 0 ? [t('logTrace.lostCount', { count: lostLines })] : []),
  ]
  return parts.length > 0 ? formatAll(parts) : nothing
}

/** How long lines have come. */
function durationOf({ startedAt, lastAt }: Pick<LogTrace, 'startedAt' | 'lastAt'>): string {
  if (startedAt === null || lastAt === null) return nothing
  return formatDuration(Date.parse(lastAt) - Date.parse(startedAt))
}

const kindsOf = ({ kinds }: Pick<LogTrace, 'kinds'>): string =>
  formatAll(kinds.map((kind) => t(logTexts[kind])))

export const columns: Columns<LogTrace> = [
  {
    key: 'traceNo',
    title: 'logTrace.no',
    width: 150,
    render: ({ traceNo }) => <Ltr>{traceNo}</Ltr>,
  },
  {
    key: 'sn',
    title: 'logFile.sn',
    width: 140,
    render: ({ deviceId, sn }) =>
      deviceId === null ? <Ltr>{sn}</Ltr> : <DeviceLink id={deviceId} sn={sn} />,
  },
  {
    key: 'state',
    title: 'logTrace.state',
    width: 120,
    words: stateTexts,
    file: [
      { key: 'state', title: 'logTrace.state', words: stateTexts },
      { key: 'cause', title: 'logTrace.cause' },
    ],
    render: State,
  },
  {
    key: 'createdAt',
    title: 'logTrace.createdAt',
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'kinds', title: 'logFile.type', width: 170, words: logTexts, render: kindsOf },
  {
    key: 'level',
    title: 'logView.level',
    width: 100,
    words: levelTexts,
    render: ({ level }) => t(levelTexts[level]),
  },
  {
    key: 'packages',
    title: 'logTrace.filter',
    width: 150,
    file: [
      { key: 'packages', title: 'logTrace.packages' },
      { key: 'pattern', title: 'logTrace.pattern' },
    ],
    render: ({ packages, pattern }) => (
      <Ltr>{[...packages, ...(pattern === null ? [] : [`/${pattern}/`])].join(' ')}</Ltr>
    ),
  },
  {
    key: 'mode',
    title: 'logTrace.mode',
    width: 110,
    words: modeTexts,
    render: ({ mode }) => t(modeTexts[mode]),
  },
  {
    key: 'startedAt',
    title: 'logTrace.duration',
    width: 100,
    file: [
      { key: 'startedAt', title: 'logTrace.startedAt' },
      { key: 'endedAt', title: 'logTrace.endedAt' },
    ],
    render: durationOf,
  },
  {
    key: 'bytes',
    title: 'logFile.size',
    width: 90,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'lines',
    title: 'logFile.lines',
    width: 90,
    align: 'end',
    render: ({ lines }) => formatNumber(lines),
  },
  {
    key: 'gaps',
    title: 'logTrace.missing',
    width: 130,
    file: [
      { key: 'gaps', title: 'logTrace.gaps' },
      { key: 'lostLines', title: 'logTrace.lostLines' },
    ],
    render: missingText,
  },
  { key: 'createdBy', title: 'logTrace.createdBy', width: 120 },
  {
    key: 'reason',
    title: 'logTrace.reason',
    width: 160,
    render: ({ reason }) => <Words>{reason}</Words>,
  },
  { key: 'orgName', title: 'device.organization', width: 130 },
]
