import type { DeviceLogEntry } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatDateTimeSeconds, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { pushAddress } from '../command/pushAddress.ts'
import { devicePath } from '../facts/deviceTexts.ts'
import classes from './log.module.css'
import { codeTexts, kindTexts, refTexts, sourceTexts, toneOf } from './logTexts.ts'
import { logWords } from './logWords.ts'
import { DeviceLink } from '../facts/DeviceLink.tsx'

export const columns: Columns<DeviceLogEntry> = [
  {
    key: 'at',
    title: 'deviceLog.at',
    holds: 'second',
    sortable: true,
    render: ({ at }) => <time dateTime={at}>{formatDateTimeSeconds(at)}</time>,
  },
  { key: 'sn', title: 'deviceLog.terminal', width: 140, render: Terminal },
  {
    key: 'code',
    title: 'deviceLog.what',
    width: 230,
    words: codeTexts,
    file: [
      { key: 'kind', title: 'deviceLog.kind', words: kindTexts },
      // More codes than a request may name words for one by one.
      { key: 'code', title: 'deviceLog.what', words: 'deviceLog.code.{code}' },
    ],
    render: What,
  },
  {
    key: 'data',
    title: 'deviceLog.detail',
    width: 300,
    words: 'told.log.{code}.{otherOrgName}',
    render: (entry) => <Words>{logWords(entry)}</Words>,
  },
  {
    key: 'userName',
    title: 'deviceLog.operator',
    width: 130,
    file: [
      { key: 'source', title: 'deviceLog.source', words: sourceTexts },
      { key: 'userName', title: 'deviceLog.operator' },
    ],
    render: (entry) => <Words>{operatorOf(entry)}</Words>,
  },
  {
    key: 'refNo',
    title: 'deviceLog.ref',
    width: 150,
    file: [
      { key: 'refKind', title: 'deviceLog.ref', words: refTexts },
      { key: 'refNo', title: 'deviceLog.ref' },
    ],
    render: (entry) => <Related entry={entry} />,
  },
  { key: 'orgName', title: 'deviceLog.org', width: 130 },
  { key: 'modelName', title: 'deviceLog.model', width: 110 },
]

/** Of one terminal nobody needs to read which it is. */
export const columnsOfDevice = columns.filter(({ key }) => key !== 'sn' && key !== 'modelName')

/** Who did it: a person by name, else the terminal or the platform. */
export const operatorOf = ({ userName, source }: DeviceLogEntry): string =>
  userName ?? t(sourceTexts[source])

export function What(entry: DeviceLogEntry) {
  return <StatusBadge tone={toneOf(entry)}>{t(codeTexts[entry.code])}</StatusBadge>
}

/** The terminal, and its page where there still is one. */
export function Terminal({ deviceId, sn, isThere }: DeviceLogEntry) {
  if (!isThere) return <Ltr>{sn ?? nothing}</Ltr>
  return <DeviceLink id={deviceId} sn={sn} />
}

interface Origin
  extends Pick<DeviceLogEntry, 'refKind' | 'refId' | 'refNo' | 'deviceId' | 'isThere'> {
  /** Of the log, or of a timeline. */
  readonly kind: string
}

/** What an entry came of or led to, and the way there. */
export function Related({ entry }: { readonly entry: Origin }) {
  const path = useSession(({ menu }) => pathOf(menu, entry))
  const { refKind, refNo } = entry
  if (refKind === null) return nothing
  const text = refNo === null ? t(refTexts[refKind]) : <Ltr>{refNo}</Ltr>
  return path === null ? (
    text
  ) : (
    <a className={classes.link} href={`#${path}`}>
      {text}
    </a>
  )
}

type Menu = Parameters<typeof pathOfScreen>[0]

function pathOf(menu: Menu, { kind, refKind, refId, refNo, deviceId, isThere }: Origin) {
  if (refKind === 'DEVICE' && refId !== null) return devicePath(refId)
  if (refKind === 'ALARM' && isThere) return devicePath(deviceId, 'alarms')
  // What came of a task came of a command, but where it is about parameters.
  if (refKind === 'TASK' && refId !== null)
    return pushAddress(menu, { kind: kind === 'PARAM' ? 'PARAM' : 'SYNC', id: refId })
  const path = refKind === 'REPAIR' ? pathOfScreen(menu, 'REPAIR') : null
  return path === null ? null : addressText({ path, query: { keyword: refNo ?? '' } })
}
