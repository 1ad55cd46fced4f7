import type { Device } from '@muster/contract'
import type { Column } from '../../../kit/list/columns.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DayBand } from '../facts/DayBand.tsx'

/** When it was connected; shown to everybody where the window has room for it. */
export const bandColumn: Column<Device> = {
  key: 'connections',
  title: 'device.lastDay',
  width: 124,
  isExtra: 'narrow',
  file: [],
  render: (device) => <DayBand {...device} />,
}

/** How many released versions are above its firmware. */
export const behindColumn: Column<Device> = {
  key: 'firmwareBehind',
  title: 'device.firmwareBehind',
  width: 110,
  isExtra: 'narrow',
  render: Behind,
}

export const pictureColumns: readonly Column<Device>[] = [bandColumn, behindColumn]

function Behind({ firmwareBehind = null }: Pick<Device, 'firmwareBehind'>) {
  if (firmwareBehind === null) return nothing
  if (firmwareBehind === 0) return t('device.behindNone')
  return <StatusBadge tone="waiting">{t('device.behind', { count: firmwareBehind })}</StatusBadge>
}
