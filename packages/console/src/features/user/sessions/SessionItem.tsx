import { deviceName, type ownSessions, type ReplyOf } from '@muster/contract'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'

interface ItemProps {
  readonly session: ReplyOf<typeof ownSessions.list>[number]
  readonly onEnd: () => void
}

/** One session: the device, where it is, and since when. */
export function SessionItem({ session, onEnd }: ItemProps) {
  const device = session.userAgent ? deviceName(session.userAgent) : nothing
  return (
    <li className={styles['session']}>
      <div className={styles['sessionHead']}>
        <strong title={session.userAgent ?? undefined}>
          <Ltr>{device}</Ltr>
        </strong>
        {session.isCurrent && (
          <StatusBadge tone="good">{t('ucenter.sessions.current')}</StatusBadge>
        )}
        {session.impersonator !== null && (
          <StatusBadge tone="neutral">
            {t('ucenter.sessions.impersonator', { name: session.impersonator })}
          </StatusBadge>
        )}
      </div>
      <dl className={styles['facts']}>
        <dt>{t('ucenter.sessions.ip')}</dt>
        <dd>
          <Ltr>{session.ip}</Ltr>
        </dd>
        <dt>{t('ucenter.sessions.lastUsed')}</dt>
        <dd>
          <Time at={session.lastUsedAt} />
        </dd>
        <dt>{t('ucenter.sessions.since')}</dt>
        <dd>
          <Time at={session.createdAt} />
        </dd>
      </dl>
      {!session.isCurrent && (
        <Button
          size="xs"
          variant="default"
          onClick={onEnd}
          aria-label={t('ucenter.sessions.endThis', { device })}
        >
          {t('ucenter.sessions.end')}
        </Button>
      )}
    </li>
  )
}
