import type { ReactNode } from 'react'
import { Tag, type Tone } from '../../ui/table/cells.tsx'
import { formatDateTime, formatDateTimeSeconds, formatDay, nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './page.module.css'

/** A moment in the reader's zone and language; seconds on hover. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return nothing
  return (
    <time dateTime={at} title={formatDateTimeSeconds(at)}>
      {formatDateTime(at)}
    </time>
  )
}

/** A calendar day, the same in every zone. */
export function Day({ on }: { readonly on: string | null }) {
  return on === null ? nothing : <time dateTime={on}>{formatDay(on)}</time>
}

/** What people wrote, which may be of another script than the page: it is cut at its own end. */
export function Words({ children }: { readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return nothing
  return (
    <span dir="auto" className={classes.words}>
      {children}
    </span>
  )
}

/** Serials, codes, addresses, versions: left to right in every language. */
export function Ltr({ children }: { readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return nothing
  return (
    <bdi dir="ltr" className={classes.isolated}>
      {children}
    </bdi>
  )
}

/** A state as a coloured word. */
export function StatusBadge(props: { readonly tone: Tone; readonly children: ReactNode }) {
  return <Tag {...props} />
}

/** Enabled or disabled, where the reader may not switch it. */
export function EnabledBadge({ status }: { readonly status: 0 | 1 }) {
  return (
    <Tag tone={status === 1 ? 'good' : 'neutral'}>
      {t(status === 1 ? 'kit.enabled' : 'kit.disabled')}
    </Tag>
  )
}
