import type { Env } from './env.ts'

/** A setting that belongs to no open network. */
interface OpenSetting {
  /** The name of its text on the console. */
  readonly name: string
  readonly warning: string
}

/** What an operator has set that belongs to no open network. */
export const openSettings = ({ virtualRole, allowUnboundSessions }: Env): OpenSetting[] => [
  ...(allowUnboundSessions
    ? [
        {
          name: 'unboundSessions',
          warning: 'MUSTER_ALLOW_UNBOUND_SESSIONS: sessions without a key',
        },
      ]
    : []),
  ...(virtualRole
    ? [{ name: 'virtualRole', warning: 'MUSTER_VIRTUAL_ROLE: full access without signing in' }]
    : []),
]
