import { ownSessions } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { notify } from '../../../kit/notify.ts'
import { pathOf, queries, query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { SessionItem } from './SessionItem.tsx'

/** Where the user is signed in, and the way to end it from here. */
export function SessionsTab() {
  const { data } = useQuery({ ...query(ownSessions.list, {}), staleTime: 0 })
  if (!data) return <Awaited as="rows" />
  const others = data.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <p className={styles['lead']}>{t('ucenter.sessions.lead')}</p>
      <ul className={styles['sessions']}>
        {data.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button mt="md" variant="default" onClick={() => void endOthers(others.length)}>
          {t('ucenter.sessions.endOthers')}
        </Button>
      )}
    </>
  )
}

const reread = () => queries.invalidateQueries({ queryKey: [pathOf(ownSessions.list, {})] })

async function end(id: string): Promise<void> {
  await call(ownSessions.end, { params: { id } })
  notify.success(t('ucenter.sessions.ended', { count: 1 }))
  await reread()
}

async function endOthers(count: number): Promise<void> {
  const isSure = await confirm({
    title: t('ucenter.sessions.endOthers'),
    text: t('ucenter.sessions.endOthersText', { count }),
    agree: t('ucenter.sessions.end'),
    kind: 'dangerous',
  })
  if (!isSure) return
  const ended = await call(ownSessions.endOthers, {})
  notify.success(t('ucenter.sessions.ended', { count: ended.count }))
  await reread()
}
