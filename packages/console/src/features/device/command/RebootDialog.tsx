import { commandSchemas } from '@muster/contract'
import * as z from 'zod/mini'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { serial } from '../facts/serial.ts'
import { CommandForm } from './CommandForm.tsx'
import { type Target, useCommand } from './useCommand.ts'
import { usualWait, WaitField } from './waiting.tsx'

const schema = z.strictObject({ ...commandSchemas.REBOOT.shape, ttlSeconds: z.coerce.number() })

/** Asks before a terminal is restarted: someone may be paying at it. */
export function RebootDialog({ dialog }: { readonly dialog: Dialog<Target> }) {
  const command = useCommand()
  const { record: device } = dialog
  if (!device) return null
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('device.rebootTitle', { sn: serial(device.sn) })}
    >
      <Text size="sm" mb="sm">
        {t(device.presence === 'ONLINE' ? 'device.rebootSure' : 'device.rebootAway')}
      </Text>
      <CommandForm
        key={device.id}
        about={device.id}
        schema={schema}
        start={{ ttlSeconds: usualWait(device) }}
        agree="device.command.REBOOT"
        close={dialog.close}
        send={async (values) => {
          const { ttlSeconds, ...args } = z.parse(schema, values)
          return (await command(device, { cmd: 'REBOOT', args, ttlSeconds })) !== null
        }}
      >
        {(field) => (
          <>
            <NumberField {...field('delay', 'device.rebootDelay')} data-autofocus />
            <WaitField {...field('ttlSeconds', 'device.wait')} />
          </>
        )}
      </CommandForm>
    </DialogFrame>
  )
}
