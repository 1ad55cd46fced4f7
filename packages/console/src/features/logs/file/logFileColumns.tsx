import type { LogFile } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import {
  formatAll,
  formatBytes,
  formatDateTime,
  formatNumber,
  formatPercent,
  nothing,
} from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceLink, codeText, logTexts } from '../../device/index.ts'
import { stateTexts, stateTones, triggerTexts } from './logFileTexts.ts'
import classes from '../logs.module.css'

/** How far a log is; while it is handed in, how much of it has come; why it failed. */
function State({ state, percent, code }: Pick<LogFile, 'state' | 'percent' | 'code'>) {
  const far = state === 'UPLOADING' && percent !== null ? formatPercent(percent / 100) : ''
  const why = state === 'FAILED' && code !== null ? (codeText(code) ?? code) : ''
  return (
    <span className={classes.state} title={why || undefined}>
      <StatusBadge tone={stateTones[state]}>
        {t(stateTexts[state])} {far}
      </StatusBadge>
    </span>
  )
}

const typesOf = ({ types }: Pick<LogFile, 'types'>): string =>
  formatAll(types.map((type) => t(logTexts[type])))

/** The time that was asked for, as far as it was said. */
function periodOf({ from, to }: Pick<LogFile, 'from' | 'to'>): string {
  if (from === null && to === null) return t('logFile.wholePeriod')
  const begin = from === null ? '…' : formatDateTime(from)
  return t('logFile.period.fromTo', { from: begin, to: to === null ? '…' : formatDateTime(to) })
}

/** That there are crashes or hangs in it, and how many. */
function Crashes({ crashes, packages }: Pick<LogFile, 'crashes' | 'packages'>) {
  if (crashes === 0) return nothing
  return (
    <span title={packages.join(', ')}>
      <StatusBadge tone="bad">{t('logFile.crashCount', { count: crashes })}</StatusBadge>
    </span>
  )
}

const bySomebody = ({ requestedBy, ruleName }: LogFile) => requestedBy ?? ruleName ?? nothing

export const columns: Columns<LogFile> = [
  {
    key: 'sn',
    title: 'logFile.sn',
    width: 140,
    render: ({ deviceId, sn }) => <DeviceLink id={deviceId} sn={sn} />,
  },
  {
    key: 'state',
    title: 'logFile.state',
    width: 130,
    words: stateTexts,
    file: [
      { key: 'state', title: 'logFile.state', words: stateTexts },
      { key: 'code', title: 'push.code' },
    ],
    render: State,
  },
  {
    key: 'requestedAt',
    title: 'logFile.requestedAt',
    holds: 'moment',
    render: ({ requestedAt }) => <Time at={requestedAt} />,
  },
  { key: 'types', title: 'logFile.type', width: 190, words: logTexts, render: typesOf },
  {
    key: 'crashes',
    title: 'logFile.crashes',
    width: 110,
    file: [
      { key: 'crashes', title: 'logFile.crashes' },
      { key: 'packages', title: 'logFile.package' },
    ],
    render: Crashes,
  },
  {
    key: 'bytes',
    title: 'logFile.size',
    width: 90,
    align: 'end',
    render: ({ bytes }) => (bytes === null ? nothing : formatBytes(bytes)),
  },
  {
    key: 'lines',
    title: 'logFile.lines',
    width: 100,
    align: 'end',
    render: ({ lines }) => formatNumber(lines),
  },
  {
    key: 'trigger',
    title: 'logFile.trigger',
    width: 110,
    words: triggerTexts,
    render: ({ trigger }) => t(triggerTexts[trigger]),
  },
  {
    key: 'requestedBy',
    title: 'logFile.requestedBy',
    width: 130,
    file: [
      { key: 'requestedBy', title: 'logFile.requestedBy' },
      { key: 'ruleName', title: 'logFile.rule' },
    ],
    render: bySomebody,
  },
  {
    key: 'from',
    title: 'logFile.period',
    width: 220,
    file: [
      { key: 'from', title: 'logFile.from' },
      { key: 'to', title: 'logFile.to' },
    ],
    render: periodOf,
  },
  { key: 'modelName', title: 'device.model', width: 110 },
  { key: 'orgName', title: 'device.organization', width: 130 },
  {
    key: 'storedAt',
    title: 'logFile.storedAt',
    holds: 'moment',
    render: ({ storedAt }) => <Time at={storedAt} />,
  },
  {
    key: 'expiresAt',
    title: 'logFile.expiresAt',
    holds: 'moment',
    render: ({ expiresAt }) => <Time at={expiresAt} />,
  },
  { key: 'name', title: 'logFile.name', width: 220, render: ({ name }) => <Ltr>{name}</Ltr> },
]
