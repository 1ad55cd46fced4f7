import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

/**
 * Requests of a clerk of the bank, in several states, and terminals that knocked without being
 * announced. The clerk has no password: he only asks, so that whoever looks at the demo may decide.
 */
export async function makeDemoRequests(db: Kysely<DB>): Promise<void> {
  await addTerminals(db)
  await sql`insert into app_user (user_name, real_name, org_id, password_hash, status)
    select 'demo.clerk', 'Nadia Clerk', id, 'none', 0 from organization where code = 'tigris'`.execute(
    db,
  )
  await sql`with asked (kind, state, source, target, reason, sns, successors, fault, decision, days) as (values
      ('TRANSFER', 'SUBMITTED', 'marsh', 'tigris', 'The corner shop changes its bank', '{DEMO-000010,DEMO-000015}', null, null, null, 1),
      ('CLAIM', 'SUBMITTED', null, 'tigris', 'Bought at the fair', '{KNOCK-000001,KNOCK-000002}', null, null, null, 2),
      ('REPLACE', 'SUBMITTED', 'tigris', 'tigris', 'Its screen is broken', '{DEMO-000147}', '{SPARE-000001}', null, null, 2),
      ('DECOMMISSION', 'SUBMITTED', 'tigris', 'tigris', 'The shop has closed for good', '{DEMO-000134}', null, null, null, 3),
      ('TRANSFER', 'SOURCE_APPROVED', 'marsh', 'tigris', 'Lent for the summer', '{DEMO-000020}', null, null, null, 5),
      ('TRANSFER', 'PARTIAL', 'marsh', 'tigris', 'Back from the loan', '{DEMO-000121}', null, 'WRONG_STATE', null, 8),
      ('TRANSFER', 'REJECTED', 'marsh', 'tigris', 'A spare for the head office', '{DEMO-000025}', null, null, 'There is one in the store', 9),
      ('TRANSFER', 'WITHDRAWN', 'marsh', 'tigris', 'Asked twice by mistake', '{DEMO-000030}', null, null, null, 12)),
    made as (
      insert into device_apply (kind, state, org_id, from_org_id, to_org_id, quantity, reason, decision,
          decided_at, expires_at, created_at, updated_at, created_by)
        select asked.kind, asked.state, home.id, coalesce(source.id, root.id), target.id,
          cardinality(asked.sns::text[]), asked.reason, asked.decision,
          case when asked.state <> 'SUBMITTED' then now() - make_interval(days => asked.days - 1) end,
          case when asked.state in ('SUBMITTED', 'SOURCE_APPROVED') then now() + make_interval(days => 30 - asked.days) end,
          now() - make_interval(days => asked.days), now() - make_interval(days => asked.days), clerk.id
        from asked join app_user clerk on clerk.user_name = 'demo.clerk'
          join organization home on home.id = clerk.org_id
          join organization target on target.code = asked.target
          cross join (select id from organization where parent_id is null order by label limit 1) as root
          left join organization source on source.code = asked.source
        returning id, reason)
    insert into device_apply_item (apply_id, sn, device_id, successor_sn, fault)
    select made.id, named.sn, device.id, named.successor, asked.fault
    from made join asked on asked.reason = made.reason
      cross join unnest(asked.sns::text[], asked.successors::text[]) as named (sn, successor)
      join device on device.sn = named.sn`.execute(db)
}

async function addTerminals(db: Kysely<DB>): Promise<void> {
  await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
    select 'SPARE-000001', model_id, vendor_id, org_id, 'ASSIGNED' from device
    where sn = 'DEMO-000147'`.execute(db)
  await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle, firmware, agent_version)
    select 'KNOCK-' || to_char(number, 'FM000000'), model.id, model.vendor_id, organization.id,
      'UNCLAIMED', 'aurora-mini-5.2.8', '3.0.70'
    from generate_series(1, 4) as number join model on model.code = 'aurora-mini'
      join organization on organization.code = case when number % 2 = 0 then 'marsh' else 'tigris' end`.execute(
    db,
  )
  await sql`insert into device_knock (device_id, ip, key_id)
    select id, '203.0.113.' || (row_number() over (order by sn) + 40), uuid7()
    from device where lifecycle = 'UNCLAIMED'`.execute(db)
  // A delivery of a new model that nobody has added yet, and one terminal of a vendor that nobody knows.
  await sql`insert into model_knock (sn, org_id, vendor_code, model_code, firmware, ip, times, first_at, at)
    select 'NEW-' || to_char(number, 'FM000000'), organization.id, case when number = 8 then 'meridian' else 'northlight' end,
      case when number = 8 then 'm-1' else 'aurora-mini-2' end, '1.0.3', '203.0.113.' || (number + 60), number % 5 + 1,
      now() - make_interval(hours => number + 4), now() - make_interval(mins => number * 7)
    from generate_series(1, 8) as number join organization on organization.code = 'tigris'`.execute(
    db,
  )
}
