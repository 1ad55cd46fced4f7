import type pg from 'pg'
import { retireSealKey } from '../features/log/retiredKeys.ts'
import { pepperOf } from '../features/user/password/index.ts'
import { oneTimePassword } from '../features/user/oneTimePassword.ts'
import { makeSecret } from '../features/device/registration/credentials.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Secrets } from '../platform/secrets.ts'

/**
 * Everything in the database that the sealing key opens or proves, by table and column, and what
 * becomes of it where that key is lost. Passwords are apart: their hashes stay, and prove nothing.
 */
export const lostThings: Readonly<Record<string, string>> = {
  // Made anew by the next process that asks; those of NATS by `npm run nats:setup`.
  'platform_key.sealed_private_key': `delete from platform_key where name not like 'log.seal.until.%'`,
  'session.sealed_key': `update session set sealed_key = null, revoked_at = coalesce(revoked_at, now())`,
  'second_factor.sealed_secret': `delete from second_factor`,
  'second_factor.sealed_pending': `delete from second_factor`,
  'recovery_code.code_mac': `delete from recovery_code`,
  'mail_code.code_mac': `delete from mail_code`,
  // The answers that they keep are sealed, too.
  'idempotency.request_hash': `delete from idempotency`,
  'personal_token.sealed': `delete from personal_token`,
  // Without a secret there is no signature: what is sent waits until there is one.
  'api_client_secret.sealed': `with gone as (delete from api_client_secret returning client_id)
    update api_client set webhook_stopped_at = coalesce(webhook_stopped_at, now())
    where callback_url is not null and id in (select gone.client_id from gone)`,
  // They sign no link any more, until they are given another.
  'developer_secret.sealed': `delete from developer_secret`,
  'vendor_signer_secret.sealed': `delete from vendor_signer_secret`,
  'organization_key.sealed_secret': `update organization_key set sealed_secret = null
    where sealed_secret is not null`,
  // Switched off: mails wait, instead of being refused for good.
  'mail_server.sealed_password': `update mail_server set sealed_password = null, status = 0
    where sealed_password is not null`,
  'parameter.sealed_value': `update parameter set sealed_value = null where sealed_value is not null`,
  'setting.sealed_value': `update setting set sealed_value = null where sealed_value is not null`,
  // Passwords of networks: they have to be typed in again, and be published.
  'functional.sealed': `update functional set sealed = null where sealed is not null`,
  'functional_revision.sealed': `update functional_revision set sealed = null where sealed is not null`,
  'param_dict.sealed': `update param_dict set sealed = null where sealed is not null`,
  'global_param.sealed': `update global_param set sealed = null where sealed is not null`,
  // Drafts and revisions say nothing about their secrets any more.
  'param_assignment.sealed': `update param_assignment set sealed = null, secret_pids = '{}'
    where sealed is not null`,
  'param_assignment_rev.sealed': `update param_assignment_rev set sealed = null, secret_pids = '{}'
    where sealed is not null`,
  // What terminals should have ends with the secrets in it, and is found anew without them.
  'param_value.sealed': `with gone as (delete from param_value where sealed is not null returning id),
    lacking as (select distinct param_set.id
      from param_set cross join unnest(param_set.value_ids) named (id) join gone on gone.id = named.id),
    ended as (update param_desired held set until = clock_timestamp()
      where held.until is null and held.set_id in (select id from lacking) returning device_id)
    insert into param_due (device_id) select distinct device_id from ended`,
  // Documents that were encrypted are empty; what terminals have of them is found anew with the next revision.
  'json_document.sealed': `update json_document set sealed = null where sealed is not null`,
  'json_document_rev.sealed': `with gone as (
      update json_document_rev set sealed = null where sealed is not null returning id),
    lacking as (select distinct param_set.id
      from param_set cross join unnest(param_set.document_ids) named (id) join gone on gone.id = named.id)
    update param_desired held set until = clock_timestamp()
      where held.until is null and held.set_id in (select id from lacking)`,
  'param_desired.sealed_variables': `with held as (
      select device_id, app_id, revision, until is null as is_now from param_desired
      where sealed_variables is not null),
    ended as (update param_desired own set sealed_variables = null, until = coalesce(own.until, clock_timestamp())
      from held where own.device_id = held.device_id and own.app_id = held.app_id
        and own.revision = held.revision returning held.device_id, held.is_now)
    insert into param_due (device_id) select distinct device_id from ended where is_now`,
  // What the folder of an installation still holds writes on; else the template is published again.
  'param_format.sealed_source': `delete from param_format`,
  'terminal_pass.secret_mark': `delete from terminal_pass`,
  // Each gets one that nobody knows (below): a terminal without one would need no release.
  'device.sealed_secret': `update device set secret_key_id = null, secret_unused_until = null
    where secret_unused_until is not null`,
}

/** Terminals that are written at once. */
const batchSize = 500

/** Makes an installation whose sealing key is lost that of another key; answers who can sign in. */
export async function replaceKey(
  client: pg.ClientBase,
  { secrets, fingerprint, adminPassword }: NewKey,
): Promise<Administrator | null> {
  await client.query('begin')
  try {
    await retireSealKey(client, secrets)
    for (const statement of new Set(Object.values(lostThings))) await client.query(statement)
    await shutOutTerminals(client, secrets)
    const administrator = await letIn(client, { secrets, adminPassword })
    await client.query('update installation set key_fingerprint = $1', [fingerprint])
    await client.query('commit')
    return administrator
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

interface NewKey {
  readonly secrets: Secrets
  readonly fingerprint: Buffer
  readonly adminPassword: string | null
}

async function shutOutTerminals(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string }>(
      `select id from device where sealed_secret is not null and id > $1 order by id limit $2`,
      [after, batchSize],
    )
    const ids = rows.map(({ id }) => id)
    await client.query(
      `update device set sealed_secret = given.sealed
        from unnest($1::uuid[], $2::bytea[]) as given (id, sealed) where device.id = given.id`,
      [ids, ids.map((id) => makeSecret(secrets, id).sealed)],
    )
    after = ids.at(-1) ?? after
    if (ids.length < batchSize) return
  }
}

export interface Administrator {
  readonly userName: string
  /** Null: the operator has chosen one. */
  readonly oneTimePassword: string | null
}

/** The first administrator who may come in gets a password, as at the first start. */
async function letIn(
  client: pg.ClientBase,
  { secrets, adminPassword }: Omit<NewKey, 'fingerprint'>,
): Promise<Administrator | null> {
  const password = adminPassword ?? oneTimePassword()
  const { rows } = await client.query<{ userName: string }>(
    `update app_user set password_hash = $1, must_change_password = $2, password_changed_at = now()
      where id = (select account.id from app_user account
        where account.is_super_admin and is_usable(account) order by account.created_at limit 1)
      returning user_name as "userName"`,
    [await hashPassword(password, pepperOf(secrets)), adminPassword === null],
  )
  const [user] = rows
  return user ? { ...user, oneTimePassword: adminPassword === null ? password : null } : null
}
