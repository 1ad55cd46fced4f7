import { mailServersPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { passwordPurpose } from '../delivery/delivery.queries.ts'
import { keepMailWay } from './mailWay.ts'

/** Who is not of the whole platform sees the servers of his own organisations only. */
export const serverScope = organizationsBy('orgId')

const named = naming(recycleBin(mailServersPath, 'mailServer', serverScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

type Server = StoredRow<'mailServer'>
type NewServer = NewRecord<'mailServer'> & { readonly password: string | null }

/** The bin of mail servers: their passwords lie sealed and are never read back. */
export const serverBin: Bin<Server, NewServer> = {
  ...named,
  add: (ctx, { password, ...values }) => named.add(ctx, { ...values, ...sealed(ctx, password) }),
  async update(ctx, { password, ...values }) {
    const before = await named.find(ctx, values.id)
    // Who points a server elsewhere must know its password: else it would be told to a stranger.
    if (isElsewhere(before, values) && before.hasPassword && !password)
      throw fieldRefusal('password', 'mail.passwordAgain')
    // Another organisation has its own default.
    const moved = before.orgId === values.orgId ? {} : { isDefault: false }
    const tested = isElsewhere(before, values) || password ? untested : {}
    const edit = { ...values, ...moved, ...tested, ...sealed(ctx, password) }
    return keepMailWay(ctx, () => named.update(ctx, edit))
  },
  setStatus: (ctx, id, status) => keepMailWay(ctx, () => named.setStatus(ctx, id, status)),
  remove: (ctx, ids) =>
    keepMailWay(ctx, async () => {
      const gone = await named.remove(ctx, ids)
      await sql`update mail_server set is_default = false
        where id = any(${[...gone]}::uuid[])`.execute(ctx.db)
      return gone
    }),
}

function sealed(
  { platform }: Context,
  password: NewServer['password'] | undefined,
): { sealedPassword?: Buffer } {
  if (typeof password !== 'string') return {}
  return { sealedPassword: platform.secrets.seal(Buffer.from(password), passwordPurpose) }
}

/** What a test found out is nothing that is known of another server. */
const untested = { lastTestAt: null, lastTestError: null }

const isElsewhere = (before: Server, after: Partial<NewServer>): boolean =>
  (['host', 'port', 'security', 'userName'] as const).some(
    (member) => before[member] !== after[member],
  )
