import { lazy } from 'react'
import { DeviceMenu } from './DeviceMenu.tsx'
import type { RowMenuProps } from './rowMenuProps.ts'

const RowItems = lazy(() => import('./RowItems.tsx').then((file) => ({ default: file.RowItems })))

/** The menu of a row; what it offers is loaded when the first one opens. */
export function RowMenu(props: RowMenuProps) {
  return (
    <DeviceMenu sn={props.device.sn}>
      <RowItems {...props} />
    </DeviceMenu>
  )
}
