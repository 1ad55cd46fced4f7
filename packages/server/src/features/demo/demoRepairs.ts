import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

/**
 * A few repair tickets of the demo: one just reported, one that nobody has looked at in time, three on
 * their way through the workshop, one on hold, one that ended with a swap and one that went well.
 */
export async function makeDemoRepairs(db: Kysely<DB>): Promise<void> {
  await sql`with tickets (sn, state, held, fault, severity, said, holder, holder_name, hours, due, keys) as (values
      ('DEMO-000033', 'REPORTED', null, 'READER', 'MEDIUM', 'Chip cards are read at the third try only', 'MERCHANT', null, 1, 3, false),
      ('DEMO-000052', 'REPORTED', null, 'BATTERY', 'LOW', 'Switches off when the charger is unplugged', 'MERCHANT', null, 9, -5, false),
      ('DEMO-000147', 'REPAIRING', null, 'PRINTER', 'MEDIUM', 'The printer jams', 'DEPOT', 'Rana', 48, 72, false),
      ('DEMO-000168', 'SHIPPED_TO_DEPOT', null, 'TAMPER', 'CRITICAL', 'Its case was opened', 'COURIER', null, 30, 90, true),
      ('DEMO-000171', 'SHIPPED_BACK', null, 'SCREEN', 'HIGH', 'The screen is cracked', 'COURIER', null, 190, -12, false),
      ('DEMO-000183', 'ON_HOLD', 'QUOTED', 'PHYSICAL', 'HIGH', 'Coffee; waits for the merchant to agree to the quote', 'DEPOT', 'Rana', 100, 40, false),
      ('DEMO-000155', 'CLOSED', null, 'SCREEN', 'HIGH', 'The screen is broken', 'MERCHANT', null, 52, null, false),
      ('DEMO-000061', 'CLOSED', null, 'SOFTWARE', 'LOW', 'Hangs when it starts', 'MERCHANT', null, 400, null, false)),
    sent as (
      update device set lifecycle = 'REPAIR'
        where sn in ('DEMO-000168', 'DEMO-000171', 'DEMO-000183') returning id),
    moved as (
      insert into device_move (device_id, event, from_state, to_state, reason, at)
        select id, 'REPAIR', 'ACTIVE', 'REPAIR', 'See its ticket', now() - interval '2 days' from sent),
    made as (
      insert into repair (device_id, state, held_state, source, fault, severity, description, holder, holder_name,
          keys_erased, due_at, due_left, result, swap_device_id, closed_at, created_at)
        select device.id, state, held, case when state = 'REPORTED' then 'PHONE' else 'CONSOLE' end, fault, severity,
          said, holder, holder_name, keys, case when held is null then now() + make_interval(hours => due) end,
          case when held is not null then due * 3600 end,
          case when state = 'CLOSED' then case fault when 'SCREEN' then 'REPLACED' else 'REPAIRED' end end,
          case when device.sn = 'DEMO-000155' then (select id from device next where next.sn = 'DEMO-000156') end,
          case when state = 'CLOSED' then now() - interval '1 day' end, now() - make_interval(hours => hours)
        from tickets join device on device.sn = tickets.sn
        order by hours desc
        returning id, state, holder, holder_name, created_at)
    insert into repair_event (repair_id, kind, after, text, at)
    select made.id, step.kind, step.after, step.text, made.created_at + step.since from made,
      lateral (values ('STATE', 'REPORTED', null, interval '0'),
        ('STATE', nullif(made.state, 'REPORTED'), null, interval '50 minutes'),
        ('CUSTODY', case when made.holder_name is not null then made.holder end, made.holder_name, interval '45 minutes'))
        as step (kind, after, text, since)
    where step.after is not null order by 4`.execute(db)
}
