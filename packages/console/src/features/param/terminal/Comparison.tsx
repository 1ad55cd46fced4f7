import { effectiveParams } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Differences } from '../assignment/Differences.tsx'
import type { Against } from './AgainstField.tsx'
import classes from './terminal.module.css'
import type { Place } from './useEffective.ts'

interface ComparisonProps {
  readonly of: Place
  /** Empty: now. */
  readonly at: string
  readonly against: Against
}

/** In what a terminal differs from itself at another moment, from another one, or from what an assignment says. */
export function Comparison({ of, at, against }: ComparisonProps) {
  const { active } = usePage()
  const { kind, value } = against
  const other = {
    MOMENT: { otherAt: value },
    DEVICE: { otherDeviceId: value },
    ASSIGNMENT: { assignmentId: value },
  }[kind]
  const found = useQuery({
    ...query(effectiveParams.diff, { params: of, query: { ...(at && { at }), ...other } }),
    subscribed: active,
    staleTime: 0,
  })
  const isMoment = kind === 'MOMENT'
  return (
    <Loaded query={found} permission={effectiveParams.diff.permission}>
      {({ sn, other: name, differences, hiddenCount }) => (
        <>
          {differences.length === 0 ? (
            <p className={classes.quiet}>{t('param.noDifferences')}</p>
          ) : (
            <Differences
              label={t('param.differences')}
              titles={[isMoment ? titleOf(value) : name, isMoment ? titleOf(at) : sn]}
              differences={differences}
            />
          )}
          {hiddenCount > 0 && (
            <p className={classes.quiet}>
              {t('param.hiddenDifferences', { count: formatNumber(hiddenCount) })}
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

const titleOf = (at: string): string => (at === '' ? t('param.now') : formatDateTime(at))
