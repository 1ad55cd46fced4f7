import { useEffect, useState } from 'react'
import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { signOut } from '../../auth/signIn/session.ts'
import styles from './Impersonation.module.css'
import { useImpersonation } from './state.ts'

/** The banner while it lasts, and what stands in the console's place afterwards. */
export function Impersonation() {
  const { name, endsAt, isOver } = useImpersonation()
  if (isOver) return <Over />
  if (name === null || endsAt === 0) return null
  return <Banner name={name} endsAt={endsAt} />
}

interface BannerProps {
  readonly name: string
  readonly endsAt: number
}

function Banner({ name, endsAt }: BannerProps) {
  const [isEnding, setEnding] = useState(false)
  const seconds = useSecondsTo(endsAt)
  const isUp = seconds === 0
  // The server has ended it at this moment; the console need not ask to know.
  useEffect(() => {
    if (isUp) useSession.setState({ token: null, user: null, leaving: true })
  }, [isUp])
  const end = async () => {
    setEnding(true)
    await signOut()
    // Browsers close only what a script has opened; else the page says that it is over.
    window.close()
  }
  return (
    <section className={styles['banner']} aria-label={t('impersonation.label')}>
      <p>
        <Named name={name} />
      </p>
      <p className={styles['left']}>{leftText(seconds)}</p>
      <button
        type="button"
        className={styles['end']}
        disabled={isEnding}
        onClick={() => void end()}
      >
        {t('impersonation.end')}
      </button>
    </section>
  )
}

/** The sentence with the account's name set apart, whatever direction it is written in. */
function Named({ name }: Pick<BannerProps, 'name'>) {
  const [before, after] = t('impersonation.as').split('{name}')
  return (
    <>
      {before}
      <bdi>
        <strong>{name}</strong>
      </bdi>
      {after}
    </>
  )
}

function useSecondsTo(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

const leftText = (seconds: number): string =>
  seconds > 60
    ? t('impersonation.left', { count: Math.ceil(seconds / 60) })
    : t('impersonation.seconds', { count: seconds })

function Over() {
  return (
    <main className={styles['over']}>
      <h1>{t('impersonation.over')}</h1>
      <p>{t('impersonation.overHint')}</p>
      <div className={styles['ways']}>
        <button type="button" className={styles['end']} onClick={() => window.close()}>
          {t('impersonation.close')}
        </button>
        <a href={location.pathname}>{t('impersonation.own')}</a>
      </div>
    </main>
  )
}
