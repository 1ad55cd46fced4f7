import { type Device, locations } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { LocationPanel } from './LocationPanel.tsx'

/** Where a terminal is and was. Who may see China's map alone sees that one. */
export function LocationTab({ device }: { readonly device: Device }) {
  const [seesWorld, seesChina] = [
    useCan(locations.track.permission),
    useCan(locations.trackZh.permission),
  ]
  const map = seesChina && !seesWorld ? 'china' : 'world'
  return <LocationPanel deviceId={device.id} sn={device.sn} map={map} />
}
