import { devices } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { t } from '../../../platform/texts.ts'
import { EffectiveTable } from './EffectiveTable.tsx'
import classes from './functional.module.css'

/** What holds for the terminal of a serial number. */
export function EffectiveDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const [deviceId, setDeviceId] = useState<string | null>(null)
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('functional.effective')}
      size="lg"
    >
      <div className={classes.dialog}>
        <RecordPicker
          of={devices}
          label={t('functional.device')}
          value={deviceId}
          onChange={setDeviceId}
        />
        {deviceId && <EffectiveTable deviceId={deviceId} />}
      </div>
    </DialogFrame>
  )
}
