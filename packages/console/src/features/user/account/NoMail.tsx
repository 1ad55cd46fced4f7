import { mailServers, users } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './account.module.css'

/** Says before an invitation that it cannot be mailed, and what else to do. */
export function NoMail() {
  const { data } = useQuery(query(users.mailReady, {}))
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MAILCONFIG'))
  const maySetUp = useCan(mailServers.add.permission)
  if (data?.isReady !== false) return null
  return (
    <div className={classes.whole}>
      <Callout title={t('user.noMail')}>
        {t('user.noMailText')}
        {path && maySetUp && <a href={`#${path}`}>{t('user.setUpMail')}</a>}
      </Callout>
    </div>
  )
}
