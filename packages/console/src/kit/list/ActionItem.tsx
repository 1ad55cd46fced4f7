import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import { useCan } from '../session.ts'
import classes from './ActionItem.module.css'

interface ActionItemProps {
  /** Permission code; without it there is no entry. */
  readonly code: string
  readonly icon: IconName
  /** Takes the record away: such an entry comes last, set apart from the others. */
  readonly isDangerous?: boolean
  /** Looks as dangerous as it is, among others like it. */
  readonly isRed?: boolean
  /** Why it cannot be used now, which the entry then says. */
  readonly whyNot?: TextKey | null
  /** The same in words. */
  readonly because?: string | null
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An entry of a record's menu. */
export function ActionItem(props: ActionItemProps) {
  const { code, icon, isDangerous = false, isRed = isDangerous, onClick, children } = props
  const reason = props.whyNot ? t(props.whyNot) : (props.because ?? null)
  if (!useCan(code)) return null
  return (
    <>
      {isDangerous && <Menu.Divider className={classes.apart} />}
      <Menu.Item
        className={isRed ? classes.dangerous : undefined}
        leftSection={<Icon name={icon} />}
        disabled={reason !== null}
        onClick={onClick}
      >
        {children}
        {reason && <span className={classes.why}>{reason}</span>}
      </Menu.Item>
    </>
  )
}
