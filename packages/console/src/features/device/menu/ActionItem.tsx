import type { ReactNode } from 'react'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import type { Hindrance } from '../command/commandRules.ts'
import classes from './menu.module.css'

interface ActionItemProps {
  /** Permission code; without it there is no entry. */
  readonly code: string
  readonly icon: IconName
  readonly whyNot: Hindrance
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An entry of a terminal's menu; one that cannot be used now says why. */
export function ActionItem({ code, icon, whyNot, onClick, children }: ActionItemProps) {
  if (!useCan(code)) return null
  return (
    <Menu.Item leftSection={<Icon name={icon} />} disabled={whyNot !== null} onClick={onClick}>
      {children}
      {whyNot && <span className={classes.why}>{t(whyNot)}</span>}
    </Menu.Item>
  )
}
