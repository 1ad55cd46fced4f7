import { frames } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { nameText, t } from '../../../platform/texts.ts'
import styles from './EmbeddedPage.module.css'
import { frameUrlOf, sandboxOf } from './frameUrl.ts'

/** IFRAME: a page of others inside of the console. */
export function EmbeddedPage() {
  const { frontName, menuName } = usePage().route
  const url = useSession(({ user }) => frameUrlOf(user?.permissions ?? [], frontName))
  if (url === null) return <p role="alert">{t('frame.embedded.missing')}</p>
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <h1>{nameText(menuName)}</h1>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={(event) => {
            event.preventDefault()
            void openSigned(frontName, url)
          }}
        >
          {t('frame.embedded.open')}
        </a>
      </div>
      <EmbeddedFrame url={url} frontName={frontName} name={nameText(menuName)} />
    </div>
  )
}

/** A signed address is good for minutes: each window gets one of its own. */
async function openSigned(frontName: string, url: string): Promise<void> {
  const asked = await outcomeOf(call(frames.check, { query: { frontName } }))
  const signed = 'reply' in asked ? asked.reply.url : null
  window.open(signed ?? url, '_blank', 'noopener,noreferrer')
}

interface Props {
  readonly url: string
  readonly frontName: string
  readonly name: string
}

/** The page itself: awaited, shown, or refused by itself or by our own policy. */
function EmbeddedFrame({ url, frontName, name }: Props) {
  const check = useQuery({
    ...query(frames.check, { query: { frontName } }),
    // Another signature would load the page anew under the eye of who uses it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isBlocked = useBlocked(url)
  const [isLoaded, setIsLoaded] = useState(false)
  if (isBlocked || check.data?.embeds === false) return <Refused />
  return (
    <>
      {!isLoaded && (
        <p className={styles['state']} role="status">
          {t('frame.embedded.loading')}
        </p>
      )}
      {!check.isPending && (
        <iframe
          src={check.data?.url ?? url}
          title={name}
          className={styles['frame']}
          sandbox={sandboxOf(url, location.origin)}
          referrerPolicy="no-referrer"
          onLoad={() => setIsLoaded(true)}
        />
      )}
    </>
  )
}

function Refused() {
  return (
    <div className={styles['state']} role="alert">
      <p>
        <strong>{t('frame.embedded.refused')}</strong>
      </p>
      <p>{t('frame.embedded.refusedText')}</p>
    </div>
  )
}

/** Whether the console's own content policy keeps the page out; the browser says so by an event only. */
function useBlocked(url: string): boolean {
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      const isOurs = effectiveDirective === 'frame-src' && url.startsWith(blockedURI)
      if (isOurs) setIsBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [url])
  return isBlocked
}
