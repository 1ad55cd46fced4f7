import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

/**
 * A few terminals of the demo that are not simply in service: one lost, one suspended, one in repair
 * and one that was replaced by another. The replaced one keeps knocking, as such terminals do.
 */
export async function makeDemoLives(db: Kysely<DB>): Promise<void> {
  await sql`with lives (sn, event, from_state, to_state, reason, other) as (values
      ('DEMO-000121', 'LOSE', 'ACTIVE', 'LOST', 'Not in the shop any more', null),
      ('DEMO-000134', 'SUSPEND', 'ACTIVE', 'SUSPENDED', 'The shop is being rebuilt', null),
      ('DEMO-000147', 'REPAIR', 'ACTIVE', 'REPAIR', 'The printer jams', null),
      ('DEMO-000155', 'SWAP', 'ACTIVE', 'REPLACED', 'The screen is broken', 'DEMO-000156'),
      ('DEMO-000156', 'SUCCEED', 'ASSIGNED', 'ACTIVE', 'The screen is broken', 'DEMO-000155')),
    moved as (
      update device set lifecycle = lives.to_state,
          name = case when lives.to_state = 'REPLACED' then null else device.name end
        from lives where device.sn = lives.sn
        returning device.id, device.sn)
    insert into device_move (device_id, event, from_state, to_state, reason, other_id, at)
    select moved.id, lives.event, lives.from_state, lives.to_state, lives.reason, other.id,
      now() - interval '2 days'
    from moved join lives on lives.sn = moved.sn left join device other on other.sn = lives.other`.execute(
    db,
  )
  await sql`update device set tags = '{pilot}' where right(sn, 1) = '7' and batch_no = 'DEMO'`.execute(
    db,
  )
}
