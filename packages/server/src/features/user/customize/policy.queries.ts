import { type PasswordPolicy, passwordPolicy, passwordPolicySchema } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { readSetting } from '../../system/setting/index.ts'
import { strictest } from './policy.rules.ts'

/** A policy and the organisation that has it. */
export interface PolicyLayer {
  readonly orgId: string
  readonly name: string
  readonly policy: PasswordPolicy
}

/**
 * The password policy that holds for the people of an organisation: the platform's, made stricter by
 * every organisation from the top down to their own. Null: the platform's alone.
 */
export async function passwordPolicyOf(
  db: Kysely<DB>,
  orgId: string | null,
): Promise<PasswordPolicy> {
  return inForce(await platformPolicy(db), await policyLayers(db, orgId))
}

/** Policies one above the other as one. */
export const inForce = (platform: PasswordPolicy, layers: readonly PolicyLayer[]): PasswordPolicy =>
  layers.reduce((above, { policy }) => strictest(above, policy), platform)

/** What the platform asks of everybody. */
export async function platformPolicy(db: Kysely<DB>): Promise<PasswordPolicy> {
  return passwordPolicySchema().parse(await readSetting(db, passwordPolicy))
}

/** The policies of an organisation and of those above it, the topmost first. */
export async function policyLayers(
  db: Kysely<DB>,
  orgId: string | null,
): Promise<readonly PolicyLayer[]> {
  const { rows } = await sql<{ orgId: string; name: string; policy: unknown }>`
    select above.id as org_id, above.name, custom.policy
    from organization place
      join organization above on above.path @> place.path
      join customize custom on custom.org_id = above.id
    where place.id = ${orgId} and custom.policy is not null
      and custom.status = 1 and custom.deleted_at is null
    order by nlevel(above.path)`.execute(db)
  return rows.map((row) => ({ ...row, policy: passwordPolicySchema().parse(row.policy) }))
}
