import type { Alarm } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { formatNumber } from '../../platform/format.ts'
import { AlarmStateBadge, MutedBadge, SeverityBadge } from './AlarmBadges.tsx'
import classes from './alarm.module.css'
import { causeTexts, kindTexts, severityTexts, stateTexts } from './alarmTexts.ts'
import { detailWords } from './detailWords.ts'

export const columns: Columns<Alarm> = [
  {
    key: 'sn',
    title: 'alarm.terminal',
    sortable: true,
    width: 140,
    render: ({ deviceId, sn }) => (
      <a className={classes.link} href={`#/device/detail/${deviceId}?tab=alarms`}>
        <Ltr>{sn}</Ltr>
      </a>
    ),
  },
  { key: 'kind', title: 'alarm.kind', sortable: true, words: kindTexts, width: 190 },
  {
    key: 'severity',
    title: 'alarm.severity',
    sortable: true,
    words: severityTexts,
    width: 104,
    render: SeverityBadge,
  },
  { key: 'state', title: 'alarm.state', words: stateTexts, width: 130, render: AlarmState },
  {
    key: 'lastAt',
    title: 'alarm.lastAt',
    holds: 'moment',
    sortable: true,
    render: ({ lastAt }) => <Time at={lastAt} />,
  },
  {
    key: 'count',
    title: 'alarm.count',
    sortable: true,
    width: 76,
    align: 'end',
    render: ({ count }) => formatNumber(count),
  },
  {
    key: 'data',
    title: 'alarm.detail',
    words: 'told.alarm',
    render: ({ data }) => <Data data={data} />,
  },
  { key: 'orgName', title: 'alarm.organization', sortable: true, width: 130 },
  { key: 'stationName', title: 'device.station', sortable: true, width: 130 },
  {
    key: 'firstAt',
    title: 'alarm.firstAt',
    holds: 'moment',
    sortable: true,
    render: ({ firstAt }) => <Time at={firstAt} />,
  },
  { key: 'ackedByName', title: 'alarm.ackedBy', width: 110 },
  { key: 'closeCause', title: 'alarm.closeCause', words: causeTexts, width: 150 },
  { key: 'closeNote', title: 'alarm.closeNote', width: 150 },
  {
    key: 'mutedUntil',
    title: 'alarm.mutedUntil',
    holds: 'moment',
    isExtra: true,
    render: ({ mutedUntil }) => <Time at={mutedUntil} />,
  },
  { key: 'muteReason', title: 'alarm.muteReason', width: 150, isExtra: true },
  { key: 'mutedByName', title: 'alarm.mutedBy', width: 110, isExtra: true },
]

/** How far an alarm has come, and that nobody is told of it. */
function AlarmState({ state, mutedUntil, muteReason }: Alarm) {
  return (
    <>
      <AlarmStateBadge state={state} />
      {mutedUntil && <MutedBadge until={mutedUntil} reason={muteReason} />}
    </>
  )
}

/** What belongs to an alarm, as the terminal or the server told it. */
export function Data({ data }: Pick<Alarm, 'data'>) {
  const told = detailWords(data)
  return told === '' ? null : <bdi>{told}</bdi>
}
