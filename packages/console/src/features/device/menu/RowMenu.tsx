import { whenIdle } from '../../../kit/whenIdle.ts'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { DeviceMenu } from './DeviceMenu.tsx'
import type { RowMenuProps } from './RowItems.tsx'

const load = async () => (await import('./RowItems.tsx')).RowItems
const RowItems = lazyPart(load)
// The list's rows come first, but nobody shall wait for a menu that he opens.
void whenIdle().then(load)

/** Everything that can be done to a terminal from the list. */
export function RowMenu(props: RowMenuProps) {
  return (
    <DeviceMenu sn={props.device.sn}>
      <RowItems {...props} />
    </DeviceMenu>
  )
}
