import type { ReactNode } from 'react'
import { Popover } from './Popover.ts'
import classes from './popoverInPlace.module.css'

interface PopoverInPlaceProps {
  readonly label: string
  readonly position: 'bottom-start' | 'bottom-end'
  readonly width?: number
  readonly close: () => void
  readonly children: ReactNode
}

/** A small dialog over what it stands in, which is positioned; in place, not in a portal: it hides with its page. */
export function PopoverInPlace({ label, close, children, ...placed }: PopoverInPlaceProps) {
  return (
    <Popover
      {...placed}
      opened
      onChange={(isOpen) => isOpen || close()}
      shadow="md"
      withinPortal={false}
      floatingStrategy="fixed"
      // What it hangs on is no button.
      withRoles={false}
      // Its place is never scrolled away.
      hideDetached={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
