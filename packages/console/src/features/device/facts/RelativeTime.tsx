import { useSyncExternalStore } from 'react'
import { formatDateTimeSeconds, formatRelative, nothing } from '../../../platform/format.ts'
import { followTicks, lastTick } from './ticker.ts'

/** How long ago something was, followed by the clock; drawn again only when its words change. */
export function RelativeTime({ at }: { readonly at: string | null }) {
  const said = useSyncExternalStore(followTicks, () => ageOf(at))
  if (at === null) return nothing
  return (
    <time dateTime={at} title={formatDateTimeSeconds(at)}>
      {said}
    </time>
  )
}

/** The server's clock may be a little ahead of this computer's: that is now, not the future. */
function ageOf(at: string | null): string {
  if (at === null) return nothing
  return formatRelative(at, Math.max(lastTick(), Date.parse(at)))
}
