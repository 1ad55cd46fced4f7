import { orgApks, orgApksPath } from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { isUnpublishable } from '../../developer/index.ts'
import { faultOfPolicy, tidied } from './policy.rules.ts'
import { policyScope } from './policyScope.ts'
import { nameableApps } from '../../device/index.ts'
import { requireStrict } from './strict.queries.ts'

const plain = naming(recycleBin(orgApksPath, 'orgApk', policyScope), [
  { field: 'groupId', to: 'deviceGroup', scope: organizationsBy('orgId') },
  { field: 'classificationId', to: 'classification', scope: everyone },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'appId', to: 'app', scope: nameableApps },
])

type Row = StoredRow<'orgApk'>
type Entry = NewRecord<'orgApk'>

/** Policies: they only get stricter on their way down, and their terminals are counted anew. */
export const policyBin: Bin<Row, Entry> = {
  ...plain,
  async add(ctx, values) {
    const form = tidied(orgApks.add.schemas.body.parse(values))
    requireSense(form)
    const made = await plain.add(ctx, form)
    await requirePolicy(ctx, made.id, form)
    await requireStrict(ctx, [made.id])
    await keepGiver(ctx, [made.id])
    return made
  },
  async update(ctx, values) {
    const { id, version, ...said } = orgApks.update.schemas.body.parse(values)
    const form = tidied(said)
    requireSense(form)
    const row = await plain.update(ctx, { id, version, ...form, isPending: true })
    await requirePolicy(ctx, id, form)
    await requireStrict(ctx, [id])
    await keepGiver(ctx, [id])
    return row
  },
  async setStatus(ctx, ids, status) {
    const set = await plain.setStatus(ctx, ids, status)
    await countAnew(ctx, set)
    if (status === 1) {
      await requireMayBeThere(ctx, set)
      await requireStrict(ctx, set)
      await keepGiver(ctx, set)
    }
    return set
  },
  async remove(ctx, ids) {
    const gone = await plain.remove(ctx, ids)
    await countAnew(ctx, gone)
    return gone
  },
  async revert(ctx, ids) {
    const back = await plain.revert(ctx, ids)
    await countAnew(ctx, back)
    await requireMayBeThere(ctx, back)
    await requireStrict(ctx, back)
    await keepGiver(ctx, back)
    return back
  },
}

type Form = ReturnType<typeof orgApks.add.schemas.body.parse>

function requireSense(form: Form): void {
  const fault = faultOfPolicy(form)
  if (fault) throw fieldRefusal(fault.field, fault.says)
}

/** What is said of organisations and versions by name: the caller was found to see what he names. */
async function requirePolicy(ctx: Context, id: string, form: Form): Promise<void> {
  await requireMayBeThere(ctx, [id])
  if (form.versionRule !== 'FIXED') return
  const { rows } = await sql`select from apk where app_id = ${form.appId}
    and version_code = ${form.versionCode} and deleted_at is null limit 1`.execute(ctx.db)
  if (rows.length === 0) throw fieldRefusal('versionCode', 'orgApk.unknownVersion')
}

/** What takes an application away may stand anywhere; what brings it, where its developer may publish. */
async function requireMayBeThere(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select place.name from org_apk policy
      join organization place on place.id = policy.org_id
      join app on app.id = policy.app_id
      join developer on developer.id = app.developer_id
    where policy.id = any(${[...ids]}::uuid[]) and policy.policy in ('ALLOWED', 'MANDATORY')
      and ${isUnpublishable} order by place.name limit 1`.execute(ctx.db)
  if (rows[0]) throw fieldRefusal('orgId', 'developer.notThere', { name: rows[0].name })
}

/** Of an application that a policy is gone from, or back at, all policies decide about others now. */
async function countAnew({ db }: Context, ids: readonly string[]): Promise<void> {
  await sql`update org_apk set is_pending = true where deleted_at is null and app_id in
    (select app_id from org_apk where id = any(${[...ids]}::uuid[]))`.execute(db)
}

/** What a policy gives from now on is given on behalf of the caller. */
export async function keepGiver(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`insert into org_apk_giver (org_apk_id, principal, editors)
    select unnest(${[...ids]}::uuid[]), ${JSON.stringify(frozenScope(ctx.principal))}::jsonb,
      array[${ctx.principal.userId}::uuid]
    on conflict (org_apk_id) do update set principal = excluded.principal,
      editors = array(select unnest(org_apk_giver.editors) union select unnest(excluded.editors))`.execute(
    ctx.db,
  )
  // What nobody could give any more, and what failed, is given once more.
  await sql`update org_apk_stand set given_apk_id = null, given_times = 0, again_at = null
    where org_apk_id = any(${[...ids]}::uuid[]) and standing in ('MISSING', 'OUTDATED')
      and given_apk_id is not null`.execute(ctx.db)
}
