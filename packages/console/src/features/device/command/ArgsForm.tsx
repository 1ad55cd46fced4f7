import { commandArguments, commandSchemas, isProved } from '@muster/contract'
import * as z from 'zod/mini'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { CodeField } from '../../../ui/form/fields.tsx'
import type { Values } from '../../../ui/form/formRules.ts'
import { ArgFields, type ArgFieldsProps } from './ArgFields.tsx'
import { hintTexts } from './argTexts.ts'
import { CommandForm } from './CommandForm.tsx'
import { commandKey, commandText } from './commandTexts.ts'
import type { FormCommand, FormRequest } from './formCommands.ts'
import { WaitField } from './waiting.tsx'

interface ArgsFormProps extends Pick<ArgFieldsProps, 'modelId'> {
  readonly cmd: FormCommand
  readonly dialog: Pick<Dialog<unknown>, 'isOpen' | 'close'>
  readonly title: string
  /** The terminal that it is about, or which were chosen. */
  readonly about?: string | undefined
  /** Seconds that the command waits unless another time is chosen. */
  readonly wait: string
  /** What is typed before a wipe: the serial number of the only terminal that it is about. */
  readonly sn?: string
  /** Whether the command was taken. */
  readonly send: (request: FormRequest) => Promise<boolean>
}

/** The dialog in which a command is given that takes something or that must not be given by mistake. */
export function ArgsForm(props: ArgsFormProps) {
  const { cmd, dialog, title, about, wait, modelId } = props
  const confirmed = cmd === 'WIPE' ? props.sn : undefined
  const schema = z.strictObject({
    ...commandSchemas[cmd].shape,
    ttlSeconds: z.coerce.number(),
    ...(confirmed !== undefined && { confirm: z.string().check(z.trim(), z.minLength(1)) }),
  })
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={title}>
      <Hint cmd={cmd} />
      <CommandForm
        schema={schema}
        start={{ ttlSeconds: wait, ...(confirmed !== undefined && { confirm: '' }) }}
        agree={commandKey(cmd)}
        about={about}
        close={dialog.close}
        send={async (values) => {
          if (confirmed !== undefined && !isSame(values, confirmed))
            return [{ field: 'confirm', message: t('device.argSnOther') }]
          return props.send(requestOf(cmd, values))
        }}
      >
        {(field) => (
          <>
            <ArgFields cmd={cmd} field={field} modelId={modelId} />
            <WaitField {...field('ttlSeconds', 'device.wait')} />
            {confirmed !== undefined && <CodeField {...field('confirm', 'device.arg.sn')} />}
          </>
        )}
      </CommandForm>
    </DialogFrame>
  )
}

const isSame = ({ confirm }: Values, sn: string): boolean =>
  typeof confirm === 'string' && confirm.trim().toUpperCase() === sn

function requestOf(cmd: FormCommand, { ttlSeconds, confirm: _, ...args }: Values): FormRequest {
  const request = z.parse(commandArguments(), { cmd, args, ttlSeconds: Number(ttlSeconds) })
  if (!isForm(request, cmd)) throw new Error(`${cmd} was read as another command`)
  return request
}

const isForm = (request: { readonly cmd: string }, cmd: FormCommand): request is FormRequest =>
  request.cmd === cmd

function Hint({ cmd }: Pick<ArgsFormProps, 'cmd'>) {
  const key = hintTexts[cmd]
  if (!key) return null
  if (isProved(cmd)) return <Callout title={commandText(cmd)}>{t(key)}</Callout>
  return (
    <Text size="sm" mb="sm">
      {t(key)}
    </Text>
  )
}
