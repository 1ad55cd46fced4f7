import { type RefObject, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PageContext } from '../page/page.ts'
import type { Peeked, PeekProps } from './slotProps.ts'
import { t } from '../../platform/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { followPeek, linkOf } from '../../ui/table/peek.ts'
import classes from './peek.module.css'

/**
 * A record beside its list: all of its columns and what can be done to it. Arrow keys walk the rows
 * meanwhile. A link may ask for one in the address (`peek`).
 */
export function Peek({ peek }: PeekProps) {
  const frame = useRef<HTMLDivElement>(null)
  const page = use(PageContext)
  const asked = page?.query['peek'] ?? null
  const [id, setId] = useState(asked)
  const [lastAsked, setLastAsked] = useState(asked)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    if (asked !== null) setId(asked)
  }
  const [href, setHref] = useState<string | null>(null)
  // What is looked at from now on is another one than the link asked for.
  const forget = () => {
    if (asked !== null) page?.setQuery({ ...page.query, peek: '' })
  }
  const show = useEffectEvent((next: string | null, isWalk: boolean) => {
    if (isWalk && id === null) return false
    forget()
    setId(next)
    setHref(next === null ? null : linkOf(frame.current, next))
    return id !== null
  })
  useEffect(() => {
    const around = frame.current?.closest<HTMLElement>('[data-list]')
    return around ? followPeek(around, (next, isWalk) => show(next, isWalk)) : undefined
  }, [])
  const hide = () => {
    forget()
    setId(null)
  }
  const peeked = id === null ? null : peek(id)
  return (
    <div ref={frame} className={classes.place}>
      {peeked && <Panel peeked={peeked} href={href} close={() => close(frame, hide)} />}
    </div>
  )
}

/** The focus goes back to the rows. */
function close(frame: RefObject<HTMLElement | null>, hide: () => void): void {
  const rows = frame.current?.closest('[data-list]')?.querySelector<HTMLElement>('section')
  hide()
  rows?.focus()
}

interface PanelProps {
  readonly peeked: Peeked
  /** The page of the record, where its row leads to one. */
  readonly href: string | null
  readonly close: () => void
}

function Panel({ peeked: { name, facts, acts }, href, close }: PanelProps) {
  return (
    <aside className={classes.panel} aria-label={t('list.peek', { name })}>
      <header>
        <h2 title={name}>
          <bdi>{name}</bdi>
        </h2>
        <IconButton icon="close" label={t('kit.close')} onClick={close} />
      </header>
      <dl>
        {facts.map(({ id, title, value }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer>
        {href !== null && (
          <a className={classes.open} href={href}>
            {t('list.open')}
          </a>
        )}
        {acts}
      </footer>
    </aside>
  )
}
