import { t } from '../../platform/texts.ts'
import { useSession } from '../session.ts'
import { CopyLine } from './CopyLine.tsx'
import classes from './copy.module.css'

/** How a virtual fleet is brought to this server, as a line that works once the password stands in it. */
export function FleetLine() {
  const name = useSession(({ user }) => user?.userName ?? '')
  return (
    <div className={classes.fleet}>
      <CopyLine label={t('kit.fleet')} text={fleetCommand(name, location.origin)} />
      <small>{t('kit.fleetHint')}</small>
    </div>
  )
}

/** The password is said in the environment: a command line is seen by all who use the machine. */
const fleetCommand = (user: string, origin: string): string =>
  `MUSTER_PASSWORD=… npm run simulate -- --count 200 --user ${quoted(user)} --url ${origin}`

const quoted = (word: string) =>
  /^[\w.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
