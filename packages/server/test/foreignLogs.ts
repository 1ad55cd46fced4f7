import { sql } from 'kysely'
import type { TestApp } from './testApp.ts'

interface Owner {
  readonly orgId: string
  readonly deviceId: string | undefined
}

/** A log file, rules of both sides of the bin and a trace of an organisation; their ids. */
export async function addForeignLogs({ platform: { db } }: TestApp, { orgId, deviceId }: Owner) {
  const { rows: files } = await sql<{ id: string }>`with wish as (
      insert into push (task_no, kind, title, args, org_id, state, targets, expanded_at)
      values ('log-secret-of-a', 'LOG_PULL', 'secret-of-a', '{}', ${orgId}, 'FINISHED', '{"sns": ["AAA00000"]}', now())
      returning id),
    item as (insert into push_item (push_id, device_id, cmd, state, ended_at, expires_at)
      select wish.id, ${deviceId}, 'LOG_PULL', 'SUCCESS', now(), now() from wish returning id),
    file as (insert into handed_file (item_id, device_id, org_id, kind, state, name, bytes, sha256, token_hash, expires_at)
      select item.id, ${deviceId}, ${orgId}, 'LOG', 'STORED', 'secret-of-a', 1, sha256('log'), sha256('log'), now()
      from item)
    select id from item`.execute(db)
  const { rows: rules } = await sql<{
    id: string
  }>`insert into log_rule (name, condition, types, org_id, deleted_at)
    values ('secret-of-a', 'CRASH', '{SYSTEM}', ${orgId}, null),
      ('binned-secret-of-a', 'CRASH', '{SYSTEM}', ${orgId}, now()) returning id`.execute(db)
  const { rows: traces } = await sql<{
    id: string
  }>`insert into log_trace (sn, org_id, vendor_id, model_id, kinds,
      level, mode, max_minutes, max_mb, reason, state, ended_at)
    select 'AAA00000', ${orgId}, vendor_id, id, '{SYSTEM}', 'INFO', 'LIVE', 1, 1, 'secret-of-a', 'STOPPED', now()
    from model limit 1 returning id`.execute(db)
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return { logFile: ids(files), logRule: ids(rules), logTrace: ids(traces) }
}
