import { type CommandName, commandNames, commandSchemas, type TextKey } from '@muster/contract'
import { can, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { isRequired } from '../../../ui/form/formRules.ts'
import { defaultOf, membersOf } from '../../../ui/form/schema.ts'
import { ArgFields, hintTexts, isFormCommand, MessageParts } from '../../device/command/index.ts'
import { commandText, permissionOf } from '../../device/index.ts'
import classes from './form.module.css'
import { argName } from './taskStart.ts'
import { commandOf } from './taskValues.ts'
import type { PushFormHold } from './usePushForm.ts'

/** The command and what it takes; only those are offered that this user may give. */
export function WantFields({ form }: { readonly form: PushFormHold }) {
  useSession((state) => state.user)
  const offered = commandNames.filter((cmd) => can(permissionOf(cmd)))
  const { cmd } = form.values
  const chosen = commandNames.find((known) => known === cmd)
  const hint = chosen && hintTexts[chosen]
  return (
    <>
      <ChoiceField
        {...form.field('cmd', 'push.kind')}
        required
        options={Object.fromEntries(offered.map((one) => [one, commandText(one)]))}
        onChange={(cmd) => choose(form, cmd)}
        data-autofocus
      />
      {/* A message has a title of its own. */}
      {chosen !== 'MESSAGE' && <TextField {...form.field('title', 'push.name')} />}
      {hint && <p className={classes.hint}>{t(hint)}</p>}
      {chosen && <Args key={chosen} cmd={chosen} arg={argOf(form, chosen)} />}
    </>
  )
}

interface ArgsProps {
  readonly cmd: CommandName
  readonly arg: ReturnType<typeof argOf>
}

/** An argument of the command, with the rule that its schema has. */
const argOf = (form: PushFormHold, cmd: CommandName) => (name: string, label: TextKey) => {
  const member = membersOf(commandSchemas[cmd])[name]
  const required = member !== undefined && isRequired(member)
  return { ...form.field(argName(name), label), required }
}

/** Another command takes other arguments: they begin as its schema says. */
function choose(form: PushFormHold, cmd: unknown): void {
  form.set('cmd', cmd)
  const known = commandOf({ cmd })
  const members = known === null ? {} : membersOf(commandSchemas[known])
  for (const [name, member] of Object.entries(members))
    form.set(argName(name), defaultOf(member) ?? '')
}

function Args({ cmd, arg }: ArgsProps) {
  if (isFormCommand(cmd)) return <ArgFields cmd={cmd} field={arg} modelId={null} />
  switch (cmd) {
    case 'REBOOT':
      return <NumberField {...arg('delay', 'device.rebootDelay')} />
    case 'SYNC':
      return (
        <>
          <CheckField {...arg('info', 'push.sync.info')} />
          <CheckField {...arg('apps', 'push.sync.apps')} />
          <CheckField {...arg('keys', 'push.sync.keys')} />
          <CheckField {...arg('net', 'push.sync.net')} />
          <CheckField {...arg('location', 'push.sync.location')} />
        </>
      )
    case 'MESSAGE':
      return (
        <>
          <TextField {...arg('title', 'device.messageHeading')} />
          <LongTextField {...arg('text', 'device.messageText')} />
          <CheckField {...arg('mustRead', 'device.messageMustRead')} />
          <MessageParts field={arg} />
        </>
      )
    default:
      return <p className={classes.said}>{t('push.noArgs')}</p>
  }
}
