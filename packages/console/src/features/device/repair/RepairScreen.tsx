import { repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './repair.module.css'
import { RepairList } from './RepairList.tsx'
import { clockTexts, stateTexts } from './repairTexts.ts'

/** REPAIR: repair tickets, and how many of them are late. */
export function RepairScreen() {
  return (
    <Screen title="repair.title">
      <Clocks />
      <RepairList />
    </Screen>
  )
}

/** How many tickets each clock runs for, and how many are late. */
function Clocks() {
  const { data } = useQuery({
    ...query(repairs.sla, {}),
    enabled: useCan(repairs.sla.permission),
    subscribed: usePage().active,
  })
  if (!data) return null
  return (
    <ul className={classes.clocks}>
      {data.clocks.map(({ clock, open, overdue }) => (
        <li key={clock}>
          <span>{t(clockTexts[clock])}</span>
          <strong>{formatNumber(open)}</strong>
          {overdue > 0 && (
            <StatusBadge tone="bad">{t('repair.clockLate', { count: overdue })}</StatusBadge>
          )}
        </li>
      ))}
      <li>
        <span>{t(stateTexts.ON_HOLD)}</span>
        <strong>{formatNumber(data.held)}</strong>
      </li>
    </ul>
  )
}
