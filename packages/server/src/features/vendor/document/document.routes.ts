import { vendorDocuments, vendorDocumentsPath } from '@muster/contract'
import { madeBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { heldFile, holdFile, letGoFiles } from '../../file/upload/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { stateOf } from '../certificate/certificate.rules.ts'

const documentScope = madeBy({ vendor: 'vendorId', model: null })
const usedBy = 'document'

const named = naming(recycleBin(vendorDocumentsPath, 'vendorDocument', documentScope), [
  { field: 'vendorId', to: 'vendor', scope: madeBy({ vendor: 'id', model: null }) },
])

type Row = StoredRow<'vendorDocument'>
type Entry = NewRecord<'vendorDocument'>

const ruled: Bin<Row, Entry> = {
  ...named,
  async add(ctx, values) {
    const made = await named.add(ctx, values)
    requireOrder(made)
    await holdContent(ctx, made)
    return made
  },
  async update(ctx, values) {
    const before = await named.find(ctx, values.id)
    const after = await named.update(ctx, values)
    requireOrder(after)
    if (after.fileId !== before.fileId) await holdContent(ctx, after)
    return after
  },
  async destroy(ctx, ids) {
    const gone = await named.destroy(ctx, ids)
    await letGoFiles(ctx, usedBy, gone)
    return gone
  },
}

const holdContent = (ctx: Context, { id, name, fileId }: Row) =>
  holdFile(ctx, { usedBy, usedId: id, name }, { field: 'fileId', id: fileId, type: 'document' })

/** Nothing ends before it begins. */
function requireOrder({ validFrom, expiresOn }: Row): void {
  if (validFrom !== null && expiresOn !== null && expiresOn < validFrom)
    throw fieldRefusal('expiresOn', 'document.endsFirst')
}

const bin = withCounts(ruled, async (ctx, rows) => {
  const days = await parameter(ctx.db, 'pts.alarm.days')
  const at = { now: ctx.now(), days }
  return rows.map((row) => ({
    ...row,
    state: row.expiresOn === null ? ('VALID' as const) : stateOf(row.expiresOn, at),
  }))
})

/** Documents of vendors. */
export const documentRoutes = serve(vendorDocuments, documentScope, {
  ...lifecycle(vendorDocuments, bin, {
    search: ['name', 'docVersion'],
    order: ['name'],
    computed: ['state'],
  }),
  file: async ({ params: { id } }, ctx) => {
    const { fileId, name } = await bin.find(ctx, id)
    ctx.note({ targetIds: [id], about: { name } })
    return heldFile(ctx.platform, ctx.db, fileId)
  },
})
