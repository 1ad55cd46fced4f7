import { type Station, stations } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface StationMenuProps {
  readonly station: Station
  readonly binding: Dialog<Station>
  readonly fencing: Dialog<Station>
  readonly codes: Dialog<Station>
}

/** What is done to a station beside editing it. */
export function StationMenu({ station, binding, fencing, codes }: StationMenuProps) {
  const batch = useBatch(stations)
  const { bind, geofence, qr, remove } = stations
  const { id, name } = station
  if (!useCan([bind.permission, geofence.permission, qr.permission, remove.permission])) return null
  return (
    <MoreMenu label={t('station.actionsOf', { name })}>
      <ActionItem code={bind.permission} icon="plus" onClick={() => binding.open(station)}>
        {t('station.bind')}
      </ActionItem>
      <ActionItem code={geofence.permission} icon="pin" onClick={() => fencing.open(station)}>
        {t('station.fence')}
      </ActionItem>
      <ActionItem code={qr.permission} icon="screen" onClick={() => codes.open(station)}>
        {t('station.qr')}
      </ActionItem>
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
