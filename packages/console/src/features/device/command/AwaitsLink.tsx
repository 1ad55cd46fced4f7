import type { Awaited } from '@muster/contract'
import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { pushAddress } from './pushAddress.ts'

/** Says that what a background task has given waits for a second person, and leads there. */
export function AwaitsLink({ awaits }: { readonly awaits: Awaited | null }) {
  const address = useSession(({ menu }) =>
    awaits ? pushAddress(menu, { kind: awaits.kind, id: awaits.pushId }) : null,
  )
  if (awaits === null) return null
  return (
    <p role="status">
      {t('task.awaits')} {address !== null && <a href={`#${address}`}>{t('task.awaitsOpen')}</a>}
    </p>
  )
}
