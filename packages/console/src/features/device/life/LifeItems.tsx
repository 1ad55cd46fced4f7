import type { Device } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { lifeIcons, lifePermissions, lifeTexts, offeredActs, whyNotLife } from './lifeActs.ts'
import type { LifeDialogState } from './useLifeDialog.ts'

interface LifeItemsProps {
  readonly device: Device
  readonly dialog: LifeDialogState
}

/** What a terminal's menu does to its life; what its state does not permit says why. */
export function LifeItems({ device, dialog }: LifeItemsProps) {
  return offeredActs(device.lifecycle).map((act) => (
    <ActionItem
      key={act}
      code={lifePermissions[act]}
      icon={lifeIcons[act]}
      isDangerous={act === 'SCRAP'}
      whyNot={whyNotLife(device, act)}
      onClick={() => dialog.open({ act, device, chosen: null })}
    >
      {t(lifeTexts[act])}
    </ActionItem>
  ))
}
