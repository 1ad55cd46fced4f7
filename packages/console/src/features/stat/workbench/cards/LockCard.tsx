import { users, workbench } from '@muster/contract'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { useCan } from '../../../../kit/session.ts'
import { t } from '../../../../platform/texts.ts'
import { useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { usePages } from '../pages.ts'
import classes from '../workbench.module.css'

/** Accounts that too many failed sign-ins have locked. */
export function LockCard() {
  const read = useFigures(workbench.lock, {})
  const isAllowed = useCan(users.page.permission)
  const path = usePages().find(({ screen }) => screen === 'USER')?.path
  return (
    <Card
      card="LOCK"
      read={read}
      empty={({ total }) => (total === 0 ? 'workbench.nobodyLocked' : null)}
      figures={({ list }) => ({
        columns: [
          t('user.userName'),
          t('user.realName'),
          t('user.organization'),
          t('workbench.lockedUntil'),
        ],
        rows: list.map((one) => [one.userName, one.realName, one.orgName, one.lockedUntil]),
      })}
    >
      {({ total, list }) => (
        <>
          <ul className={classes.lines}>
            {list.map(({ id, userName, orgName, lockedUntil }) => (
              <li key={id}>
                <Ltr>{userName}</Ltr>
                <span>{orgName}</span>
                <Time at={lockedUntil} />
              </li>
            ))}
          </ul>
          {isAllowed && path && (
            <a className={classes.more} href={`#${path}?state=LOCKED`}>
              {t('workbench.allLocked', { count: total })}
            </a>
          )}
        </>
      )}
    </Card>
  )
}
