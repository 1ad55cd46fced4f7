import { paramDicts } from '@muster/contract'
import { sql } from 'kysely'
import { everyone } from '../../../access/scope.ts'
import { announce, type Known, lock } from '../../../kit/binRows.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { tryPattern } from '../../../platform/pattern.ts'
import { dictBin, openDefault, plain } from './dictBin.ts'
import { groupsOf, usesOf } from './dict.queries.ts'
import { compareItems, importItems } from './importItems.ts'
import { readText } from './readText.ts'

const records = lifecycle(paramDicts, dictBin, {
  search: ['title', 'pid', 'groupName'],
  order: ['groupName', 'pid'],
  computed: ['secretDefault', 'titles', 'items', 'columns', 'dependsOn'],
})

export const dictRoutes = serve(paramDicts, everyone, {
  ...records,
  secretDefault: async ({ params: { id } }, ctx) => {
    const row = await plain.find(ctx, id)
    ctx.note({ targetIds: [id], about: { pid: row.pid } })
    return { value: openDefault(ctx.platform, row) }
  },
  used: async ({ params: { id } }, ctx) => usesOf(ctx, (await plain.find(ctx, id)).pid),
  groups: (_, ctx) => groupsOf(ctx),
  setGroup: async ({ body: { ids, groupName } }, ctx) => {
    const changed = await moveToGroup(ctx, ids, groupName || null)
    return { count: changed.length }
  },
  importItems: ({ body }, ctx) => importItems(ctx, body),
  compareItems: ({ body }, ctx) => compareItems(ctx, body),
  readText: async ({ body: { text } }, ctx) => readText(ctx, text),
  tryPattern: async ({ query: { pattern, text } }) => tryPattern(pattern, text),
})

async function moveToGroup(ctx: Context, ids: readonly string[], groupName: string | null) {
  await lock(plain, ctx, ids)
  const { rows } = await sql<Known>`update param_dict set group_name = ${groupName},
      version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    where id = any(${[...ids]}::uuid[]) and group_name is distinct from ${groupName}
    returning *`.execute(ctx.db)
  return announce(plain, ctx, rows)
}
