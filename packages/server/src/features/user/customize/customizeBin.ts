import { customizesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { claimDomains } from './claims.ts'
import { customizeScope } from './place.ts'

const named = naming(recycleBin(customizesPath, 'customize', customizeScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

type NewLabel = NewRecord<'customize'> & { readonly domains?: readonly string[] }

/** The bin of white labels; their domains lie in a table of their own. */
export const customizeBin: Bin<StoredRow<'customize'>, NewLabel> = {
  ...named,
  async add(ctx, { domains = [], ...values }) {
    const { id } = await named.add(ctx, values)
    await claimDomains(ctx, id, domains)
    return named.find(ctx, id)
  },
  async update(ctx, { domains, ...values }) {
    const { id } = values
    await named.find(ctx, id)
    // The row before its domains, as everybody locks them; whoever was slower loses the claims, too.
    await sql`select from customize where id = ${id} for update`.execute(ctx.db)
    if (domains !== undefined) await claimDomains(ctx, id, domains)
    return named.update(ctx, values)
  },
}
