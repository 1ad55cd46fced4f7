import { hopelessCodes } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** How often a terminal is given one version at most, unless its policy is saved anew. */
const mostTimes = 10

/** Terminals that one round looks at. */
const mostLookedAt = 5000

/** What a gate of then may let through by now: what must be there before, the agent, the space. */
const passing = ['I208', 'I209', 'C401', 'D107'] as const

/** How long what was given so often has before another try: an hour, a day, two, four, up to sixteen days; null: for ever. */
export const restAfter = (times: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${times} = 1 then interval '1 hour'
    when ${times} < ${mostTimes} then interval '1 day' * least(16, power(2, ${times} - 2)) end`

/**
 * What a policy gave and what did not come about may be given again: it expired while the terminal was away,
 * which has been there since; a gate was shut that may be open now; it failed of what another try may not
 * meet; it was there and is gone. What still runs is looked at again after as long as it has run, and not
 * before it expires more than once a day.
 */
export async function forgetGiven(db: Kysely<DB>): Promise<void> {
  await sql`with due as materialized (
      select device_id, app_id, given_apk_id, given_at from org_apk_stand
      where again_at <= now() and standing in ('MISSING', 'OUTDATED')
      order by again_at limit ${mostLookedAt} for update skip locked),
    judged as (select due.device_id, due.app_id, due.given_at,
        coalesce(${mayComeNow}, false) as may_come,
        -- Nobody knows of it any more, or it ended for good.
        case when item.state is null then due.given_at < now() - interval '30 days'
          else item.ended_at is not null and item.state <> 'EXPIRED' end as is_over
      from due left join lateral (
        select item.state, item.code, item.ended_at from push_item item join push on push.id = item.push_id
        where item.device_id = due.device_id and item.created_at >= due.given_at
          and item.id >= uuid7_from(due.given_at) and item.cmd = 'APP_INSTALL'
          and push.args #>> '{gate,apkId}' = due.given_apk_id::text
        order by item.created_at desc, item.id desc limit 1) as item on true)
    update org_apk_stand stand set
      given_apk_id = case when judged.may_come then null else stand.given_apk_id end,
      again_at = case when judged.may_come or judged.is_over then null
        else now() + least(interval '1 day', greatest(interval '1 hour', now() - judged.given_at)) end
    from judged where stand.device_id = judged.device_id and stand.app_id = judged.app_id`.execute(
    db,
  )
}

/** Whether another try may end otherwise than the `item` that a terminal of those that are `due` was given. */
const mayComeNow = sql`case item.state
    when 'EXPIRED' then exists (select from device_online online where online.device_id = due.device_id)
      or exists (select from device_state state
        where state.device_id = due.device_id and state.last_seen_at > item.ended_at)
    when 'FILTERED' then item.code = any(${[...passing]}::text[])
    when 'FAILED' then item.code is null or item.code <> all(${[...hopelessCodes]}::text[])
    else item.state in ('TIMEOUT', 'DUPLICATE', 'SUCCESS') end`
