import { countCap } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

interface UnlistedProps {
  readonly listed: number
  readonly total: number
  readonly beyond: number
}

/** What names something, and is not in the list: it would be too long, or the reader does not see it. */
export function Unlisted({ listed, total, beyond }: UnlistedProps) {
  return (
    <>
      {total > listed && (
        <p>{t('variable.usedMore', { listed: formatNumber(listed), total: capped(total) })}</p>
      )}
      {beyond > 0 && <p>{t('variable.usedBeyond', { count: capped(beyond) })}</p>}
    </>
  )
}

/** A number that is counted no further than the cap. */
export const capped = (count: number): string =>
  count > countCap ? t('tools.more', { count: formatNumber(countCap) }) : formatNumber(count)
