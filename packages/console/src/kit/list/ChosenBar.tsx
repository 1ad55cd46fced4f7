import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './actionLine.module.css'
import { isInLine, useHasMore } from './useHasMore.ts'

interface ChosenBarProps {
  /** Whether rows are chosen. */
  readonly isShown: boolean
  readonly clear: () => void
  readonly children: ReactNode
}

/**
 * What can be done to the chosen rows, in one line from the first moment on: what has no room in it is
 * opened over the rows, which stay where they are.
 */
export function ChosenBar({ isShown, clear, children }: ChosenBarProps) {
  const acts = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  const hasMore = useHasMore(acts, isShown)
  const isOpen = isAsked && isShown
  const end = () => {
    setAsked(false)
    clear()
  }
  // Who comes to it by keyboard sees it.
  const reveal = ({ target }: FocusEvent<HTMLElement>) => {
    const bottom = acts.current?.getBoundingClientRect().bottom ?? 0
    if (hasMore && isInLine(target) && target.getBoundingClientRect().top >= bottom) setAsked(true)
  }
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) setAsked(false)
  }
  return (
    <div
      className={classes.chosen}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('list.chosen')}
      data-open={isOpen || undefined}
      hidden={!isShown}
      onKeyDown={close}
    >
      <div ref={acts} className={classes.chosenActs} onFocus={reveal}>
        {children}
      </div>
      {hasMore && (
        <button
          type="button"
          className={classes.act}
          data-more=""
          aria-expanded={isOpen}
          onClick={() => setAsked(!isOpen)}
        >
          {t('list.more')}
          <Icon name={isOpen ? 'up' : 'down'} size={14} />
        </button>
      )}
      <button
        type="button"
        className={classes.none}
        aria-label={t('list.selectNone')}
        title={t('list.selectNone')}
        onClick={end}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
