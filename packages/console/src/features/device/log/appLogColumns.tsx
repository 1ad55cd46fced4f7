import type { AppLogEntry } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { formatBytes, formatDateTimeSeconds, nothing } from '../../../platform/format.ts'
import { formatDuration } from '../facts/formatDuration.ts'
import { t } from '../../../platform/texts.ts'
import { codeText } from '../command/commandTexts.ts'
import { versionText } from '../detail/apps/appTexts.ts'
import { networkTexts } from '../facts/deviceTexts.ts'
import { actTexts, isFailed, triggerTexts } from './appLogTexts.ts'
import classes from './log.module.css'
import { DeviceLink } from '../facts/DeviceLink.tsx'

const timeText = (milliseconds: number | null): string =>
  milliseconds === null ? nothing : formatDuration(Math.max(1000, milliseconds))

export const appLogColumns: Columns<AppLogEntry> = [
  {
    key: 'at',
    title: 'appLog.at',
    holds: 'second',
    sortable: true,
    render: ({ at }) => <time dateTime={at}>{formatDateTimeSeconds(at)}</time>,
  },
  { key: 'sn', title: 'appLog.terminal', width: 140, render: AppTerminal },
  {
    key: 'package',
    title: 'appLog.app',
    width: 190,
    file: [
      { key: 'appName', title: 'appLog.app' },
      { key: 'package', title: 'appLog.package' },
    ],
    render: App,
  },
  {
    key: 'toName',
    title: 'appLog.change',
    width: 170,
    file: [
      { key: 'fromName', title: 'appLog.from' },
      { key: 'fromCode', title: 'appLog.from' },
      { key: 'toName', title: 'appLog.to' },
      { key: 'toCode', title: 'appLog.to' },
    ],
    render: (entry) => <Ltr>{changeText(entry)}</Ltr>,
  },
  { key: 'kind', title: 'appLog.act', width: 150, words: actTexts, render: Act },
  {
    key: 'trigger',
    title: 'appLog.trigger',
    width: 100,
    words: triggerTexts,
  },
  {
    key: 'taskNo',
    title: 'appLog.task',
    width: 150,
    render: (entry) => <TaskLink entry={entry} />,
  },
  { key: 'code', title: 'appLog.code', width: 220, render: ErrorText },
  {
    key: 'downloadMs',
    title: 'appLog.download',
    width: 96,
    align: 'end',
    file: [{ key: 'downloadMs', title: 'appLog.downloadMs' }],
    render: ({ downloadMs }) => timeText(downloadMs),
  },
  {
    key: 'installMs',
    title: 'appLog.install',
    width: 96,
    align: 'end',
    file: [{ key: 'installMs', title: 'appLog.installMs' }],
    render: ({ installMs }) => timeText(installMs),
  },
  {
    key: 'bytes',
    title: 'appLog.bytes',
    width: 90,
    align: 'end',
    render: ({ bytes }) => (bytes === null ? nothing : formatBytes(bytes)),
  },
  {
    key: 'networkType',
    title: 'appLog.network',
    width: 90,
    words: networkTexts,
  },
  {
    key: 'userName',
    title: 'appLog.operator',
    width: 110,
    render: ({ userName }) => <Words>{userName}</Words>,
  },
  { key: 'orgName', title: 'appLog.org', width: 130 },
  { key: 'modelName', title: 'appLog.model', width: 110 },
]

/** From which version to which; of what came or went one of them. */
export function changeText({ fromCode, fromName, toCode, toName }: AppLogEntry): string {
  if (fromCode === null) return versionText(toName, toCode)
  if (toCode === null) return versionText(fromName, fromCode)
  return t('appLog.fromTo', {
    from: fromName ?? String(fromCode),
    to: toName ?? String(toCode),
  })
}

export function Act({ kind }: Pick<AppLogEntry, 'kind'>) {
  const tone = isFailed(kind) ? 'bad' : kind === 'DOWNGRADED' ? 'waiting' : 'good'
  return <StatusBadge tone={tone}>{t(actTexts[kind])}</StatusBadge>
}

/** An application by its name, where somebody registered one, and its package. */
export function App({ appName, package: name }: AppLogEntry) {
  if (appName === null) return <Ltr>{name}</Ltr>
  return (
    <span title={name}>
      <bdi>{appName}</bdi>
    </span>
  )
}

export function AppTerminal({ deviceId, sn, isThere }: AppLogEntry) {
  if (!isThere) return <Ltr>{sn ?? nothing}</Ltr>
  return <DeviceLink id={deviceId} sn={sn} tab="apps" />
}

/** The code with what it means; a state that it ended in as it is called. */
export function ErrorText({ code }: Pick<AppLogEntry, 'code'>) {
  if (code === null) return nothing
  return (
    <Words>
      {code} {codeText(code) ?? ''}
    </Words>
  )
}

/** The task that wanted it, and the way there. */
export function TaskLink({ entry: { taskNo, pushId } }: { readonly entry: AppLogEntry }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  if (taskNo === null) return nothing
  if (path === null || pushId === null) return <Ltr>{taskNo}</Ltr>
  return (
    <a className={classes.link} href={`#${path}?push=${pushId}`}>
      <Ltr>{taskNo}</Ltr>
    </a>
  )
}
