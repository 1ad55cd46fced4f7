import { logRules, logRulesPath } from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { serve } from '../../../kit/serve.ts'
import { groupScope, requireRights } from '../../device/index.ts'

const ruleScope = organizationsBy('orgId')

const plain = naming(recycleBin(logRulesPath, 'logRule', ruleScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'groupId', to: 'deviceGroup', scope: groupScope },
])

/** A rule pulls on behalf of whoever wrote it last, who needs what he would need to pull himself. */
const bin: typeof plain = {
  ...plain,
  async add(ctx, values) {
    requireRights(ctx, [{ kind: 'LOG_PULL', args: {} }])
    const added = await plain.add(ctx, values)
    await noteGiver(ctx, added.id)
    return added
  },
  async update(ctx, values) {
    requireRights(ctx, [{ kind: 'LOG_PULL', args: {} }])
    const after = await plain.update(ctx, values)
    await noteGiver(ctx, values.id)
    return after
  },
}

const noteGiver = ({ db, principal }: Context, id: string): Promise<unknown> =>
  sql`update log_rule set giver = ${JSON.stringify(frozenScope(principal))}::jsonb
    where id = ${id}`.execute(db)

/** When logs are pulled by themselves. */
export const logRuleRoutes = serve(
  logRules,
  ruleScope,
  lifecycle(logRules, bin, { search: ['name', 'condition', 'remark'], order: ['name'] }),
)
