import { type Apk, appFailuresList, appLog, appStat, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column, Columns } from '../../../kit/list/columns.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { textsOf } from '../../../kit/textsOf.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'
import { columns } from './apkColumns.tsx'

type Summary = ReplyOf<typeof appStat.summary>
type Failures = ReplyOf<typeof appStat.failure>

/** Days that the rate of failures tells of. */
const days = 7

/**
 * The columns of an application's versions; whoever may see figures reads how many terminals have each,
 * and how often it failed to come to one.
 */
export function useApkColumns(appId: string): Columns<Apk> {
  const maySee = useCan(appStat.summary.permission)
  const mayOpen = useCan(appLog.page.permission)
  const log = useSession(({ menu }) => pathOfScreen(menu, appLogScreen))
  const asked = { enabled: maySee, subscribed: usePage().active }
  const { data: summary } = useQuery({ ...query(appStat.summary, { query: { appId } }), ...asked })
  const { data: failures } = useQuery({
    ...query(appStat.failure, { query: { appId, days } }),
    ...asked,
  })
  return useMemo(() => {
    if (!maySee) return columns
    const told = [installsOf(summary), failedOf(failures, mayOpen ? log : null)]
    return columns.flatMap((column) =>
      column.key === 'publishedAt' ? [...told, column] : [column],
    )
  }, [maySee, mayOpen, log, summary, failures])
}

const appLogScreen = 'APK_LOG'

function installsOf(summary: Summary | undefined): Column<Apk> {
  const installs = new Map(summary?.versions.map(({ code, terminals }) => [code, terminals]))
  return {
    // No member of a version: the figures tell it.
    key: 'id',
    title: 'apk.installs',
    width: 96,
    align: 'end',
    // A file holds what the list of versions itself says.
    file: [],
    // Of the rarest versions the figures do not tell.
    render: ({ versionCode }) => {
      const count = installs.get(versionCode)
      return count === undefined ? nothing : formatNumber(count)
    },
  }
}

/** How often a version failed of late; it leads to the installs that did, where `log` shows them. */
function failedOf(failures: Failures | undefined, log: string | null): Column<Apk> {
  const byCode = new Map(failures?.versions.map((one) => [one.code, one]))
  return {
    // No member of a version either.
    key: 'fileId',
    title: 'apk.failureRate',
    width: 104,
    align: 'end',
    file: [],
    render: ({ appId, versionCode }) => {
      const { done = 0, failed = 0 } = byCode.get(versionCode) ?? {}
      // Nobody has tried it.
      if (!failures || done + failed === 0) return nothing
      const share = formatPercent(failed / (done + failed))
      if (failed === 0) return share
      const text = t('apk.failed', { share, count: formatNumber(failed) })
      const list = appFailuresList(failures, { appId, versionCode })
      if (log === null || list === null) return text
      const address = addressText({ path: log, query: textsOf(list.query) })
      return (
        <a className={classes.link} href={`#${address}`}>
          {text}
        </a>
      )
    },
  }
}
