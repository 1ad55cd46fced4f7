import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { handParams } from './ownParams.queries.ts'
import { handProfiles } from './ownRows.queries.ts'

interface Pair {
  readonly from: string
  readonly to: string
}

/**
 * Gives what lies in tables of its own to the terminal that takes another one's place: one statement a
 * table. What the new one had of the kind goes; what filters and rules gave they judge by themselves.
 */
export async function handRowsOver(ctx: Context, pair: Pair): Promise<void> {
  await handGroups(ctx, pair)
  await handLabels(ctx, pair)
  await handProfiles(ctx, pair)
  await handParams(ctx, pair)
}

/** Groups that terminals are named into. Sorting lets all go before any comes in. */
async function handGroups(ctx: Context, { from, to }: Pair): Promise<void> {
  await sql`with held as materialized (select id from device_group where type = 'STATIC' and id in (
        select group_id from device_group_member where device_id in (${from}, ${to}))
      order by id for key share),
    gone as (delete from device_group_member member using held
      where member.group_id = held.id and member.device_id in (${from}, ${to})
      returning member.group_id, member.device_id)
    insert into device_group_member (group_id, device_id)
    select group_id, ${to} from gone where device_id = ${from} order by group_id`.execute(ctx.db)
}

/** Labels that were given by hand; one that excludes others takes the place of the new one's. */
async function handLabels(ctx: Context, { from, to }: Pair): Promise<void> {
  await sql`with held as materialized (select id from classification where id in (
        select classification_id from device_classification where device_id in (${from}, ${to}))
      order by id for key share),
    kept as (select exclusive_in from device_classification
      where device_id = ${from} and not by_rule and exclusive_in is not null),
    own as (select bound.classification_id from device_classification bound
      where bound.device_id = ${from} and not bound.by_rule),
    gone as (delete from device_classification bound using held
      where bound.classification_id = held.id
        and ((bound.device_id in (${from}, ${to}) and not bound.by_rule)
          or (bound.device_id = ${to} and (bound.exclusive_in in (select exclusive_in from kept)
            or bound.classification_id in (select classification_id from own))))
      returning bound.classification_id, bound.device_id, bound.by_rule, bound.exclusive_in)
    insert into device_classification (classification_id, device_id, by_rule, exclusive_in)
    select classification_id, ${to}, false, exclusive_in from gone
    where device_id = ${from} and not by_rule order by classification_id`.execute(ctx.db)
}
