import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { Outcome } from './webhook.rules.ts'

type World = Pick<Platform, 'db'>

/** A client whose deliveries one worker sends, one after the other. */
export interface Lane {
  readonly clientId: string
  readonly name: string
  readonly orgId: string
  readonly createdBy: string | null
  readonly callbackUrl: string
  /** Failures in a row, and since when. */
  readonly failures: number
  readonly failingSince: string | null
  /** What each secret was sealed for. */
  readonly purposes: readonly string[]
  readonly sealed: readonly Buffer[]
}

export interface QueuedDelivery {
  readonly id: string
  readonly event: string
  readonly at: string
  readonly data: unknown
  readonly attempts: number
}

/** A client's own secrets that are good, then those of its organisation. */
const secretsOfClient = sql`select 1 as nth, 'api_client_secret:' || own.id as purpose, own.valid_from as since, own.sealed
    from api_client_secret own where own.client_id = client.id and (own.valid_to is null or own.valid_to > now())
  union all select 2, 'organization.key:' || key.id, key.created_at, key.sealed_secret
    from organization_key key where key.org_id = client.org_id and key.kind = 'WEBHOOK' and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > now())`

/**
 * Takes a client that something is due for. Should this process die over it, another one takes it
 * when the lease is over; what was being sent then goes out twice, under one id.
 */
export async function takeLane({ db }: World): Promise<Lane | null> {
  const { rows } = await sql<Lane>`
    update api_client client set webhook_lease_until = now() + interval '2 minutes'
    where client.id in (select due.id from api_client due
      where due.callback_url is not null and due.deleted_at is null and due.status = 1
        and due.webhook_stopped_at is null
        and coalesce(due.webhook_retry_at, '-infinity') <= now()
        and coalesce(due.webhook_lease_until, '-infinity') <= now()
        and exists (select from webhook_delivery waiting where waiting.client_id = due.id
          and waiting.state = 'QUEUED' and waiting.next_attempt_at <= now() and waiting.expires_at > now())
      order by due.webhook_lease_until nulls first limit 1 for update skip locked)
    returning client.id as client_id, client.name, client.org_id, client.created_by, client.callback_url,
      client.webhook_failures as failures, client.webhook_failing_since as failing_since,
      array(select secret.purpose from (${secretsOfClient}) secret order by nth, since desc, purpose) as purposes,
      array(select secret.sealed from (${secretsOfClient}) secret order by nth, since desc, purpose) as sealed`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Gives a client back; it is taken again after those that wait longer. */
export async function freeLane({ db }: World, clientId: string): Promise<void> {
  await sql`update api_client set webhook_lease_until = now() where id = ${clientId}`.execute(db)
}

/** What is due for a client, in the order it happened. */
export async function dueOf(
  { db }: World,
  clientId: string,
  most: number,
): Promise<QueuedDelivery[]> {
  const { rows } =
    await sql<QueuedDelivery>`select id, event, at, data, attempts from webhook_delivery
    where client_id = ${clientId} and state = 'QUEUED' and next_attempt_at <= now() and expires_at > now()
    order by id limit ${most}`.execute(db)
  return rows
}

/** The receiver took it: whatever was wrong before is over. */
export async function markSent(
  { db }: World,
  clientId: string,
  { id, outcome }: { id: string; outcome: Outcome },
): Promise<void> {
  await sql`with taken as (
      update webhook_delivery set state = 'SENT', sent_at = now(), attempts = attempts + 1,
        next_attempt_at = null, status = ${outcome.status}, error = null, duration_ms = ${outcome.durationMs}
      where id = ${id})
    update api_client set webhook_failing_since = null, webhook_failures = 0, webhook_retry_at = null
      where id = ${clientId} and (webhook_failing_since is not null or webhook_retry_at is not null)`.execute(
    db,
  )
}

interface Failure {
  readonly id: string
  readonly outcome: Outcome
  /** Until the next try of this delivery; null: there is none. */
  readonly minutes: number | null
  /** Until the receiver is asked again; null: others of its deliveries go on. */
  readonly pauseMinutes: number | null
}

export async function markFailed(
  { db }: World,
  clientId: string,
  { id, outcome, minutes, pauseMinutes }: Failure,
): Promise<void> {
  await sql`with failed as (
      update webhook_delivery set attempts = attempts + 1, status = ${outcome.status},
        error = ${outcome.error?.slice(0, 500) ?? null}, duration_ms = ${outcome.durationMs},
        state = case when ${minutes}::integer is null then 'FAILED' else state end,
        next_attempt_at = now() + make_interval(mins => ${minutes}::integer)
      where id = ${id})
    update api_client set webhook_failing_since = coalesce(webhook_failing_since, now()),
        webhook_failures = webhook_failures + case when ${pauseMinutes}::integer is null then 0 else 1 end,
        webhook_retry_at = coalesce(now() + make_interval(mins => ${pauseMinutes}::integer), webhook_retry_at)
      where id = ${clientId}`.execute(db)
}

/** Deliveries that nobody could be found for in time fail. */
export async function endExpired({ db }: World): Promise<void> {
  await sql`update webhook_delivery set state = 'FAILED', next_attempt_at = null,
      error = coalesce(error, 'not sent in time')
    where state = 'QUEUED' and expires_at <= now()`.execute(db)
}

/** Stops webhooks that have failed for so many days; answers whose they are. */
export async function stopFailing(
  { db }: World,
  days: number,
): Promise<{ id: string; name: string; orgId: string; createdBy: string | null }[]> {
  const { rows } = await sql<{
    id: string
    name: string
    orgId: string
    createdBy: string | null
  }>`update api_client set webhook_stopped_at = now()
    where webhook_stopped_at is null and webhook_failing_since < now() - make_interval(days => ${days})
    returning id, name, org_id,
      (select creator.id from app_user creator where creator.id = api_client.created_by) as created_by`.execute(
    db,
  )
  return rows
}
