import {
  type ConsistencyRule,
  consistencyRules,
  consistencyRulesPath,
  countCap,
  type ParsedOf,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Stored } from '../../../kit/record.ts'
import { type Bin, holding, recycleBin, type Which } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { nameableApps } from '../../app/index.ts'
import { paramBell } from '../resolve/bell.ts'

export const ruleScope = organizationsBy('orgId')
const terminals = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

type Coded = Pick<ConsistencyRule, 'kind' | 'fact' | 'severity'>
const plain = naming(holding<Coded>()(recycleBin(consistencyRulesPath, 'paramRule', ruleScope)), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'appId', to: 'app', scope: nameableApps },
])
type Kept = Awaited<ReturnType<typeof plain.find>>
type Written = ParsedOf<(typeof consistencyRules)['add']>['body']
type Shown = Omit<ConsistencyRule, 'status' | 'createdAt' | 'updatedAt' | 'judgedAt'> &
  Stored &
  Pick<Kept, 'createdAt' | 'updatedAt' | 'deletedAt' | 'judgedAt'>

/** Rules over many terminals; whatever changes of one is judged by a worker. */
export const ruleBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => one(ctx, await plain.find(ctx, id)),
  show: async (ctx, rows) => shown(ctx, await plain.show(ctx, rows)),
  async add(ctx, values) {
    await requirePlain(ctx, values)
    const row = await plain.add(ctx, columnsOf(values))
    ctx.ring(paramBell)
    return one(ctx, row)
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const { id, version, ...form } = consistencyRules.update.schemas.body.parse(values)
    await plain.find(ctx, id)
    await requirePlain(ctx, form)
    const row = await plain.update(ctx, { id, version, ...columnsOf(form) })
    await anew(ctx, [id])
    return one(ctx, { ...row, judgedAt: null })
  },
  setStatus: async (ctx, ids, status) => anew(ctx, await plain.setStatus(ctx, ids, status)),
  remove: async (ctx, ids) => anew(ctx, await plain.remove(ctx, ids)),
  revert: async (ctx, ids: Which) => anew(ctx, await plain.revert(ctx, ids)),
}

/** What a kind does not ask for is not kept. */
function columnsOf({ byPid, fact, allowed, ...form }: Written) {
  const { kind } = form
  const isListed = kind === 'AMONG' || kind === 'FITS'
  if (kind === 'ONE_EACH' && byPid === null) throw fieldRefusal('byPid', 'rule.required')
  if (kind === 'ONE_EACH' && byPid === form.pid) throw fieldRefusal('byPid', 'paramRule.sameTwice')
  if (kind === 'FITS' && fact === null) throw fieldRefusal('fact', 'rule.required')
  if (kind === 'AMONG' && allowed.length === 0) throw fieldRefusal('allowed', 'rule.required')
  if (kind === 'FITS' && allowed.some((pair) => !/^[^=]+=./.test(pair)))
    throw fieldRefusal('allowed', 'paramRule.pairs')
  return {
    ...form,
    byPid: kind === 'ONE_EACH' ? byPid : null,
    fact: kind === 'FITS' ? fact : null,
    allowed: isListed ? allowed : [],
  }
}

/** Secrets are compared by nobody: a rule over one would tell who has the same. */
async function requirePlain({ db }: Context, { kind, pid, byPid }: Written): Promise<void> {
  const named = { pid, ...(kind === 'ONE_EACH' && byPid !== null && { byPid }) }
  const { rows } = await sql<{ pid: string; isSecret: boolean }>`select asked.pid,
      coalesce((select known.secret from param_dict known where known.pid = asked.pid and known.deleted_at is null),
        (select bool_or(field.is_secret) from param_template_pid field where field.pid = asked.pid)) as is_secret
    from unnest(${Object.values(named)}::text[]) asked (pid)`.execute(db)
  for (const [field, name] of Object.entries(named)) {
    const known = rows.find((row) => row.pid === name)?.isSecret ?? null
    if (known === null) throw fieldRefusal(field, 'paramDict.unknownPid', { pid: name })
    if (known) throw fieldRefusal(field, 'paramRule.secret')
  }
}

async function anew(ctx: Context, ids: readonly string[]): Promise<readonly string[]> {
  await sql`update param_rule set judged_at = null where id = any(${[...ids]}::uuid[])`.execute(
    ctx.db,
  )
  ctx.ring(paramBell)
  return ids
}

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('a rule was lost while its findings were counted')
  return only
}

async function shown({ db, principal }: Context, rows: readonly Kept[]): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await sql<{ ruleId: string; count: number }>`
    select rule.id as rule_id, counted.count from unnest(${ids}::uuid[]) rule (id)
      cross join lateral (select count(*)::integer as count from (
        select from param_finding found join device on device.id = found.device_id
        where found.rule_id = rule.id and found.closed_at is null and device.deleted_at is null
          and ${terminals.rows(principal)} limit ${countCap + 1}) matching) counted`.execute(db)
  const counts = new Map(counted.map(({ ruleId, count }) => [ruleId, count]))
  return rows.map((row) => ({
    ...row,
    orgName: row.orgName ?? '',
    findingCount: counts.get(row.id) ?? 0,
  }))
}
