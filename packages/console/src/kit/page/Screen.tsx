import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Awaited, type AwaitedShape } from './Awaited.tsx'
import { Failed, Forbidden } from '../page/Sentence.tsx'
import classes from './page.module.css'
import { ScreenLabel } from './screenLabel.ts'

interface ScreenProps {
  readonly title: TextKey
  readonly children: ReactNode
}

/** The frame of a list screen. The breadcrumb shows its title; the heading is for screen readers. */
export function Screen({ title, children }: ScreenProps) {
  return (
    <ScreenLabel value={t(title)}>
      <div className={classes.screen} data-screen="">
        <h1 className={classes.hidden}>{t(title)}</h1>
        {children}
      </div>
    </ScreenLabel>
  )
}

/** The row of buttons above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>
}

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** Who may not read gets told so instead. */
  readonly permission: string
  /** What it will look like. */
  readonly shape?: AwaitedShape
  readonly children: (data: T) => ReactNode
}

/** What a query answered, or that it is loading, failed, or is not for this user. */
export function Loaded<T>({ query, permission, shape = 'lines', children }: LoadedProps<T>) {
  const isAllowed = useCan(permission)
  if (!isAllowed) return <Forbidden permission={permission} />
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Awaited as={shape} />
}
