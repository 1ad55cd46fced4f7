import { customizesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { organizationsBy } from '../../../kit/scope.ts'
import { claimDomains } from './claims.ts'
import { customizeScope } from './place.ts'

const named = naming(recycleBin(customizesPath, 'customize', customizeScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

/** The bin of white labels; their domains lie in a table of their own. */
export const customizeBin: Bin = {
  ...named,
  async add(ctx, { domains, ...values }) {
    const id = String((await named.add(ctx, values))['id'])
    await claim(ctx, id, domains)
    return named.find(ctx, id)
  },
  async update(ctx, { domains, ...values }) {
    const id = String(values['id'])
    await named.find(ctx, id)
    // The row before its domains, as everybody locks them; whoever was slower loses the claims, too.
    await sql`select from customize where id = ${id} for update`.execute(ctx.db)
    if (domains !== undefined) await claim(ctx, id, domains)
    return named.update(ctx, values)
  },
}

const claim = (ctx: Context, id: string, domains: unknown): Promise<void> =>
  claimDomains(ctx, id, Array.isArray(domains) ? domains.map(String) : [])
