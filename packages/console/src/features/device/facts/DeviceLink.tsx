import { devices } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import classes from './deviceLink.module.css'
import { type DeviceTab, devicePath } from './deviceTexts.ts'

interface DeviceLinkProps {
  readonly id: string
  readonly sn: string | null
  readonly tab?: DeviceTab
}

/** The serial number of a terminal, which leads whoever may open terminals to its page. */
export function DeviceLink({ id, sn, tab }: DeviceLinkProps) {
  const mayOpen = useCan(devices.detail.permission)
  if (!mayOpen) return <Ltr>{sn}</Ltr>
  return (
    <a className={classes.link} href={`#${devicePath(id, tab)}`}>
      <Ltr>{sn}</Ltr>
    </a>
  )
}
