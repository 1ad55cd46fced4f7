import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'

interface MessagesLinkProps {
  readonly item: { readonly id: string }
  /** When it was sent, or is to be. */
  readonly at: string
  readonly className?: string | undefined
}

const dayMs = 86_400_000

/**
 * To what was said with a terminal about an item: the conversation that is named after it, from a day
 * before it was sent last, as an attempt before may have been.
 */
export function MessagesLink({ item, at, className }: MessagesLinkProps) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_LOG'))
  if (path === null) return null
  const from = new Date(Date.parse(at) - dayMs).toISOString()
  const query = { correlationId: item.id, from }
  return (
    <a className={className} href={`#${addressText({ path, query })}`}>
      {t('push.trail')}
    </a>
  )
}
