import { formatCapped } from '../../../kit/formatCapped.ts'
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
        <p>
          {t('variable.usedMore', { listed: formatNumber(listed), total: formatCapped(total) })}
        </p>
      )}
      {beyond > 0 && <p>{t('variable.usedBeyond', { count: formatCapped(beyond) })}</p>}
    </>
  )
}
