import { deviceLog, type DeviceLogEntry } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import classes from './log.module.css'
import { columnsOfDevice } from './logColumns.tsx'
import { LogEntryDialog } from './LogEntryDialog.tsx'
import { kindTexts } from './logTexts.ts'

/** Days that the log of one terminal looks back where nobody says from when. */
const daysOfOne = 92

interface DeviceLogTabProps {
  readonly deviceId: string
  readonly sn: string
}

/** What happened to one terminal, the latest first; and where its own logs are. */
export function DeviceLogTab({ deviceId, sn }: DeviceLogTabProps) {
  const list = useList(deviceLog, { fixed: { deviceId } })
  const detail = useDialog<DeviceLogEntry>()
  return (
    <>
      <Filters
        list={list}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: daysOfOne },
          to: { label: 'log.to', kind: 'moment' },
          kind: { label: 'deviceLog.kind', options: kindTexts },
        }}
      />
      <OwnLogs sn={sn} />
      <DataTable
        list={list}
        columns={columnsOfDevice}
        emptyText="deviceLog.empty"
        actionsWidth={100}
        actions={(entry) => (
          <RowButton opens code={deviceLog.detail.permission} onClick={() => detail.open(entry)}>
            {t('deviceLog.details')}
          </RowButton>
        )}
      />
      <LogEntryDialog dialog={detail} />
    </>
  )
}

const ownLogs = [
  { screen: 'MANAGE_DEVICE_LOG', title: 'logFile.title' },
  { screen: 'LOGTRACE', title: 'logTrace.title' },
] as const

/** To what the terminal itself has written down: pulled as files, or traced as it happened. */
function OwnLogs({ sn }: { readonly sn: string }) {
  const menu = useSession((session) => session.menu)
  return (
    <nav className={classes.ownLogs} aria-label={t('deviceLog.ownLogs')}>
      {ownLogs.map(({ screen, title }) => {
        const path = pathOfScreen(menu, screen)
        if (path === null) return null
        return (
          <a
            key={screen}
            className={classes.link}
            href={`#${addressText({ path, query: { keyword: sn } })}`}
          >
            {t(title)}
          </a>
        )
      })}
    </nav>
  )
}
