import { isSettled, repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { Panel } from '../detail/Panel.tsx'
import classes from './repair.module.css'
import { Due, holderText } from './repairColumns.tsx'
import { faultTexts } from './repairTexts.ts'
import { StateBadge } from './StateBadge.tsx'

/** So many tickets of a terminal stand on its page. */
const shown = 5

/** The tickets of a terminal, the latest first; the open one says who has it, and until when. */
export function DeviceRepairs({
  deviceId,
  sn,
}: {
  readonly deviceId: string
  readonly sn: string
}) {
  const { data } = useQuery({
    ...query(repairs.page, { query: { deviceId, pageSize: shown } }),
    enabled: useCan(repairs.page.permission),
    subscribed: usePage().active,
  })
  const screen = useSession(({ menu }) => pathOfScreen(menu, 'REPAIR'))
  if (!data || data.list.length === 0) return null
  const aside = screen && data.total > shown && (
    <a className={classes.link} href={`#${screen}?sn=${encodeURIComponent(sn)}`}>
      {t('repair.allOfDevice')}
    </a>
  )
  return (
    <Panel title={t('repair.ofDevice')} aside={aside}>
      <ul className={classes.tickets}>
        {data.list.map((ticket) => (
          <li key={ticket.id}>
            {screen ? (
              <a className={classes.link} href={`#${screen}?keyword=${ticket.ticketNo}`}>
                <Ltr>{ticket.ticketNo}</Ltr>
              </a>
            ) : (
              <Ltr>{ticket.ticketNo}</Ltr>
            )}
            <StateBadge state={ticket.state} />
            <span>{t(faultTexts[ticket.fault])}</span>
            {isSettled(ticket.state) ? (
              <Time at={ticket.createdAt} />
            ) : (
              <>
                <span>{holderText(ticket)}</span>
                {ticket.dueAt && <Due {...ticket} />}
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
