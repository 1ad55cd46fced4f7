import { type Apk, appStat } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Columns } from '../../../kit/list/columns.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { columns } from './apkColumns.tsx'

/** The columns of an application's versions; whoever may see figures reads how many terminals have each. */
export function useApkColumns(appId: string): Columns<Apk> {
  const maySee = useCan(appStat.summary.permission)
  const { data } = useQuery({
    ...query(appStat.summary, { query: { appId } }),
    enabled: maySee,
    subscribed: usePage().active,
  })
  return useMemo(() => {
    if (!maySee) return columns
    const installs = new Map(data?.versions.map(({ code, terminals }) => [code, terminals]))
    return columns.flatMap((column) =>
      column.key === 'publishedAt'
        ? [
            {
              // No member of a version: the figures tell it.
              key: 'id',
              title: 'apk.installs',
              width: 96,
              align: 'end',
              // A file holds what the list of versions itself says.
              file: [],
              // Of the rarest versions the figures do not tell.
              render: ({ versionCode }: Apk) => {
                const count = installs.get(versionCode)
                return count === undefined ? nothing : formatNumber(count)
              },
            } as const,
            column,
          ]
        : [column],
    )
  }, [maySee, data])
}
