import type { ReactNode } from 'react'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface DeviceMenuProps {
  /** The terminal that the menu acts on. */
  readonly sn: string
  readonly children: ReactNode
}

/** The button behind which lies what can be done to a terminal. */
export function DeviceMenu({ sn, children }: DeviceMenuProps) {
  return <MoreMenu label={t('device.actionsOf', { sn })}>{children}</MoreMenu>
}
