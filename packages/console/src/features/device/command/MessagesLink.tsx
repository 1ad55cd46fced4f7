import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { messagesAddress } from './messagesAddress.ts'

interface MessagesLinkProps {
  readonly item: { readonly id: string }
  /** When it was sent, or is to be. */
  readonly at: string
  readonly className?: string | undefined
}

/** To what was said with a terminal about an item. */
export function MessagesLink({ item: { id }, at, className }: MessagesLinkProps) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_LOG'))
  if (path === null) return null
  return (
    <a className={className} href={`#${messagesAddress(path, { id, at })}`}>
      {t('push.trail')}
    </a>
  )
}
