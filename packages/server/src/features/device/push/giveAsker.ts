import { type PushKind, usualPriority } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'
import { tasksPath } from '../paths.ts'
import { pushChanged } from './announcePushes.ts'
import { leftOutCode } from './leftOut.queries.ts'

interface AskedFor {
  readonly deviceId: string
  readonly kind: PushKind
  readonly title: string
  readonly args: object
}

interface Judged {
  readonly orgId: string
  readonly modelId: string
  readonly code: string | null
}

/** Within one transaction. */
type Store = Pick<Context, 'db' | 'now' | 'changed'>

/**
 * Gives a terminal what it has asked for itself, in the name of its organisation and of nobody, as a push
 * of one that is due at once. Answers the code of the gate that is shut; null: it is given.
 */
export async function giveAsker(store: Store, wish: AskedFor): Promise<string | null> {
  const { db } = store
  const { deviceId, kind, title, args } = wish
  // Who asks twice at the same moment is given it once: the second one looks for what is pending after the first.
  await sql`select from device where id = ${deviceId} for no key update`.execute(db)
  const code = await leftOutCode(db, { kind, args, pushId: null, needOnline: false, by: null })
  const { rows } = await sql<Judged>`select device.org_id, device.model_id, ${code} as code
    from device where device.id = ${deviceId} and device.deleted_at is null`.execute(db)
  const [device] = rows
  if (!device) return 'S604'
  if (device.code !== null) return device.code
  const now = store.now()
  const ttlMs = (await parameter(db, 'task.default.ttl.hours')) * 3_600_000
  const expiresAt = new Date(now.getTime() + ttlMs)
  const { rows: given } = await sql<{ id: string; pushId: string }>`with made as (
      insert into push (task_no, kind, title, args, org_id, state, targets, options, expanded_at, size, expires_at,
          created_at)
        values (next_task_no(${now}), ${kind}, ${title}, ${JSON.stringify(args)}, ${device.orgId}, 'RUNNING',
          ${JSON.stringify({ ids: [deviceId] })}, ${JSON.stringify({ priority: usualPriority })}, ${now}, 1,
          ${expiresAt}, ${now})
        returning id)
    insert into push_item (id, push_id, device_id, cmd, state, created_at, queued_at, next_publish_at, sender_org_id,
        expires_at, priority, counted_org, counted_model)
      select item_of(made.id), made.id, ${deviceId}, ${kind}, 'QUEUED', ${now}, ${now}, ${now}, ${device.orgId},
        ${expiresAt}, ${usualPriority}, ${device.orgId}, ${device.modelId}
      from made returning id, push_id`.execute(db)
  for (const { id, pushId } of given) {
    store.changed(tasksPath(deviceId), [id], [device.orgId])
    pushChanged(store, { id: pushId, orgId: device.orgId })
  }
  return null
}
