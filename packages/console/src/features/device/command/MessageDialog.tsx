import { commandSchemas } from '@muster/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import { confirmDiscard } from '../../../kit/confirm.ts'
import { DialogFrame } from '../../../kit/parts/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import { LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { serial } from '../facts/serial.ts'
import { CommandForm } from './CommandForm.tsx'
import { type Target, useCommand } from './useCommand.ts'
import { usualWait, WaitField } from './waiting.tsx'

const schema = z.strictObject({ ...commandSchemas.MESSAGE.shape, ttlSeconds: z.coerce.number() })

/** Writes a message that the terminal shows to whoever stands at it. */
export function MessageDialog({ dialog }: { readonly dialog: Dialog<Target> }) {
  const command = useCommand()
  const [isDirty, setDirty] = useState(false)
  const { record: device } = dialog
  if (!device) return null
  const leave = async () => {
    if (!isDirty || (await confirmDiscard())) dialog.close()
  }
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={() => void leave()}
      title={t('device.messageTitle', { sn: serial(device.sn) })}
    >
      <CommandForm
        key={device.id}
        schema={schema}
        start={{ ttlSeconds: usualWait(device) }}
        agree="device.messageSend"
        setDirty={setDirty}
        cancel={() => void leave()}
        close={dialog.close}
        send={async (values) => {
          const { ttlSeconds, ...args } = z.parse(schema, values)
          return (await command(device, { cmd: 'MESSAGE', args, ttlSeconds })) !== null
        }}
      >
        {(field) => {
          const { value, label, name, onChange } = field('mustRead', 'device.messageMustRead')
          return (
            <>
              <TextField {...field('title', 'device.messageHeading')} data-autofocus />
              <LongTextField {...field('text', 'device.messageText')} />
              <Checkbox
                name={name}
                label={label}
                checked={value === true}
                onChange={(event) => onChange(event.currentTarget.checked)}
              />
              <WaitField {...field('ttlSeconds', 'device.wait')} />
            </>
          )
        }}
      </CommandForm>
    </DialogFrame>
  )
}
