import { commandSchemas } from '@muster/contract'
import * as z from 'zod/mini'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Checkbox } from '../../../ui/controls.ts'
import { LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { CommandForm } from './CommandForm.tsx'
import { MessageParts } from './MessageParts.tsx'
import { WaitField } from './waiting.tsx'

const schema = z.strictObject({ ...commandSchemas.MESSAGE.shape, ttlSeconds: z.coerce.number() })

interface MessageFormProps {
  readonly dialog: Pick<Dialog<unknown>, 'isOpen' | 'close'>
  readonly title: string
  /** The terminal that it is about, or which were chosen. */
  readonly about?: string | undefined
  /** Seconds that the message waits unless another time is chosen. */
  readonly wait: string
  /** Whether the message was taken. */
  readonly send: (message: {
    readonly args: z.output<typeof commandSchemas.MESSAGE>
    readonly ttlSeconds: number
  }) => Promise<boolean>
}

/** The dialog in which a message is written, to one terminal or to many. */
export function MessageForm({ dialog, title, about, wait, send }: MessageFormProps) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={title}>
      <CommandForm
        schema={schema}
        start={{ ttlSeconds: wait }}
        agree="device.messageSend"
        about={about}
        close={dialog.close}
        send={(values) => {
          const { ttlSeconds, ...args } = z.parse(schema, values)
          return send({ args, ttlSeconds })
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
              <MessageParts field={field} />
              <WaitField {...field('ttlSeconds', 'device.wait')} />
            </>
          )
        }}
      </CommandForm>
    </DialogFrame>
  )
}
