import { type Device, devices } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FleetLine } from '../../../kit/copy/FleetLine.tsx'
import { AddButton } from '../../../kit/list/buttons.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'

/** What to do when there are no terminals yet. */
export function EmptyEstate({ form }: { readonly form: Dialog<Device> }) {
  if (!useCan(devices.add.permission)) return <p>{t('device.emptyForReader')}</p>
  return (
    <>
      <p>{t('device.emptyHint')}</p>
      <FleetLine />
      <AddButton code={devices.add.permission} dialog={form} />
    </>
  )
}
