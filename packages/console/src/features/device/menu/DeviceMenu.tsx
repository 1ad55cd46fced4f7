import { type ReactNode, useRef } from 'react'
import { t } from '../../../platform/texts.ts'
import { Menu } from '../../../ui/controls.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './menu.module.css'

interface DeviceMenuProps {
  /** The terminal that the menu acts on. */
  readonly sn: string
  /** Drawn when the menu opens, not before. */
  readonly children: ReactNode
}

/** The button behind which lies what can be done to a terminal. */
export function DeviceMenu({ sn, children }: DeviceMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.more}
          aria-label={t('device.actionsOf', { sn })}
        >
          <Icon name="more" />
        </button>
      </Menu.Target>
      {/* A dialog that an entry opens gives the focus back here: the entry itself is gone by then. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  )
}
