import { type AskedCommand, askedCommands } from '@muster/contract'
import { can, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { commandText, permissionOf } from '../../device/index.ts'
import type { TaskFormHold } from './useTaskForm.ts'

/** The command and what it takes; only those are offered that this user may give. */
export function WantFields({ form }: { readonly form: TaskFormHold }) {
  useSession((state) => state.user)
  const offered = askedCommands.filter((cmd) => can(permissionOf(cmd)))
  const { cmd } = form.values
  const chosen = askedCommands.find((known) => known === cmd)
  return (
    <>
      <ChoiceField
        {...form.field('cmd', 'push.kind')}
        required
        options={Object.fromEntries(offered.map((one) => [one, commandText(one)]))}
        onChange={form.choose}
        data-autofocus
      />
      <TextField {...form.field('title', 'push.name')} />
      {chosen && <Args key={chosen} cmd={chosen} arg={form.arg} />}
    </>
  )
}

interface ArgsProps extends Pick<TaskFormHold, 'arg'> {
  readonly cmd: AskedCommand
}

function Args({ cmd, arg }: ArgsProps) {
  switch (cmd) {
    case 'REBOOT':
      return <NumberField {...arg('delay', 'device.rebootDelay')} />
    case 'SYNC':
      return (
        <>
          <CheckField {...arg('info', 'push.sync.info')} />
          <CheckField {...arg('net', 'push.sync.net')} />
          <CheckField {...arg('location', 'push.sync.location')} />
        </>
      )
    case 'LOCATE':
      return <p>{t('push.noArgs')}</p>
    case 'MESSAGE':
      return (
        <>
          <TextField {...arg('title', 'device.messageHeading')} />
          <LongTextField {...arg('text', 'device.messageText')} />
          <CheckField {...arg('mustRead', 'device.messageMustRead')} />
        </>
      )
  }
}
