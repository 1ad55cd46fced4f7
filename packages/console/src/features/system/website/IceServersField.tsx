import type { IceServer } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button, PasswordInput, TextInput } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './website.module.css'

const empty: IceServer = { url: '', userName: '', credential: null }

const most = 10

/** STUN and TURN servers, one a row. What stands in a row is kept apart by its place. */
export function IceServersField({ value, onChange, label, error }: FieldHold) {
  const servers: readonly IceServer[] = Array.isArray(value) ? value : []
  const change = (index: number, part: Partial<IceServer>) =>
    onChange(servers.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset className={classes.servers}>
      <legend>{label}</legend>
      {servers.map((server, index) => (
        <ServerRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
          key={index}
          server={server}
          change={(part) => change(index, part)}
          remove={() => onChange(servers.filter((_, at) => at !== index))}
        />
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {servers.length < most && (
        <Button variant="default" size="xs" onClick={() => onChange([...servers, empty])}>
          {t('website.remote.addServer')}
        </Button>
      )}
    </fieldset>
  )
}

interface ServerRowProps {
  readonly server: IceServer
  readonly change: (part: Partial<IceServer>) => void
  readonly remove: () => void
}

function ServerRow({ server, change, remove }: ServerRowProps) {
  return (
    <div className={classes.server}>
      <TextInput
        label={t('website.remote.url')}
        dir="ltr"
        placeholder="turn:relay.example.com:3478"
        value={server.url}
        onChange={(event) => change({ url: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('website.remote.userName')}
        dir="ltr"
        value={server.userName}
        onChange={(event) => change({ userName: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('website.remote.credential')}
        dir="ltr"
        autoComplete="new-password"
        placeholder={t('setting.unchanged')}
        value={server.credential ?? ''}
        onChange={(event) => change({ credential: event.currentTarget.value || null })}
      />
      <Button variant="subtle" onClick={remove}>
        {t('kit.remove')}
      </Button>
    </div>
  )
}
