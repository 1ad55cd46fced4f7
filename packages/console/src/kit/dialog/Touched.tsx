import type { ReactNode, SyntheticEvent } from 'react'
import classes from './dialog.module.css'
import type { Keeping } from './useHolder.ts'

interface TouchedProps {
  readonly touch: Keeping['touch']
  readonly children: ReactNode
}

/** What is chosen and not typed: the library's lists, and boxes that are no input. */
const chosen = '[role="option"], [role="checkbox"], [role="switch"], [role="radio"]'

/** Events that a dialog further in has taken for its own. */
const taken = new WeakSet<Event>()

/** Tells of every touch of a field in it, also of one whose list the library draws elsewhere. */
export function Touched({ touch, children }: TouchedProps) {
  const take = ({ nativeEvent, target }: SyntheticEvent) => {
    if (taken.has(nativeEvent) || !(target instanceof Element)) return
    taken.add(nativeEvent)
    // A list goes with the choice; the field that it belongs to keeps the focus and stays.
    touch(target.closest('[role="option"]') ? (document.activeElement ?? target) : target)
  }
  const choose = (event: SyntheticEvent) => {
    const { target } = event
    if (target instanceof Element && target.closest(chosen)) take(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- It only hears what its fields tell.
    <div className={classes.contents} onChange={take} onInput={take} onClick={choose}>
      {children}
    </div>
  )
}
