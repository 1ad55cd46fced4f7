import { type ReactNode, useRef } from 'react'
import { Menu } from './Menu.tsx'
import { Icon } from '../Icon.tsx'
import classes from './menu.module.css'

interface MoreMenuProps {
  /** What the button is called, with the record that it acts on. */
  readonly label: string
  /** Drawn when the menu opens, not before. */
  readonly children: ReactNode
}

/**
 * On the side with more room, and no higher than it: a long menu of a row in the middle scrolls, as
 * nothing else could bring its end into the window.
 */
const withinWindow = { flip: true, shift: true, size: { padding: 8 } }

/** The three points behind which lies what can be done to a record. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" shadow="md" middlewares={withinWindow}>
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.more}
          aria-label={label}
          data-opens=""
        >
          <Icon name="more" />
        </button>
      </Menu.Target>
      {/* A dialog that an entry opens gives the focus back here: the entry itself is gone by then. */}
      <Menu.Dropdown className={classes.entries} onClickCapture={() => button.current?.focus()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
