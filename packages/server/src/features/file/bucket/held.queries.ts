import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { StoredFile } from '../../../platform/fileStore.ts'
import { isUsed } from '../dropContent.ts'

/** A content that one worker holds while it asks the bucket about it. */
export interface Held extends StoredFile {
  readonly leaseId: string
}

type Database = Kysely<DB>

/** Seconds that a content is held without word from its worker. */
export const leaseSeconds = 60

const until = sql`now() + make_interval(secs => ${leaseSeconds})`

/** What is to be done with contents that lie in the folder, and not in hands already. */
export interface Due {
  readonly sha256: Buffer
  /** Whether it has long been in the bucket, else it is to be moved there. */
  readonly isMoved: boolean
}

export async function findDue(
  db: Database,
  contents: readonly Buffer[],
  keepMs: number,
): Promise<Due[]> {
  const { rows } =
    await sql<Due>`select lying.sha256, coalesce(kept.state = 'STORED', false) as is_moved
    from unnest(${[...contents]}::bytea[]) as lying (sha256) left join bucket_content kept using (sha256)
    where case when kept.state = 'STORED' then kept.changed_at < now() - make_interval(secs => ${keepMs / 1000})
      when kept.state = 'DROPPED' then false
      else coalesce(kept.due_at <= now(), true) and ${isUsed(sql`lying.sha256`)} end`.execute(db)
  return rows
}

/** Takes a content for moving; null: it is in other hands, or nobody's any more. Within {@link lockContent}. */
export async function takeForMove(
  db: Database,
  { sha256, bytes }: StoredFile,
): Promise<Held | null> {
  const leaseId = randomUUID()
  const { rows } = await sql`insert into bucket_content as kept (sha256, bytes, lease_id, due_at)
      select ${sha256}, ${bytes}::bigint, ${leaseId}::uuid, ${until} where ${isUsed(sql`${sha256}::bytea`)}
    on conflict (sha256) do update set state = 'COMING', bytes = excluded.bytes, changed_at = now(),
      lease_id = excluded.lease_id, due_at = excluded.due_at
    where kept.state in ('COMING', 'DOUBTED', 'WRONG') and kept.due_at <= now()
    returning 1 as taken`.execute(db)
  return rows.length > 0 ? { sha256, bytes, leaseId } : null
}

/** Takes one content that is in such a state and due. */
export async function takeOne(db: Database, states: readonly string[]): Promise<Held | null> {
  const { rows } =
    await sql<Held>`update bucket_content set lease_id = ${randomUUID()}, due_at = ${until}
    where sha256 = (select sha256 from bucket_content where state = any(${[...states]}) and due_at <= now()
      order by due_at limit 1 for update skip locked)
    returning sha256, bytes, lease_id`.execute(db)
  return rows[0] ?? null
}

const own = ({ sha256, leaseId }: Held) =>
  sql`sha256 = ${sha256} and lease_id = ${leaseId} and due_at > now()`

/** Holds a content on; false: somebody else has taken it, or nobody wants it any more. */
export async function renew(db: Database, held: Held): Promise<boolean> {
  const { rows } = await sql`update bucket_content set due_at = ${until} where ${own(held)}
    returning 1 as held`.execute(db)
  return rows.length > 0
}

/** Notes that the bucket was proved to have a content, and what it calls it. */
export async function noteStored(db: Database, held: Held, etag: string): Promise<void> {
  await sql`update bucket_content set state = 'STORED', etag = ${etag}, changed_at = now(),
      due_at = now(), attempts = 0
    where ${own(held)} and state <> 'DROPPED'`.execute(db)
  await giveBack(db, held)
}

/** Notes that what the bucket has is something else; it is looked at again in an hour. */
export async function noteWrong(db: Database, held: Held): Promise<void> {
  await sql`update bucket_content set state = 'WRONG', changed_at = now(), attempts = attempts + 1,
      due_at = now() + interval '1 hour'
    where ${own(held)} and state <> 'DROPPED'`.execute(db)
}

/** Lets go of a content that could not be worked on: the next round may take it. */
export async function giveBack(db: Database, held: Held): Promise<void> {
  await sql`update bucket_content set due_at = now() where ${own(held)}`.execute(db)
}

/** The same where it is the content's own fault: each time it waits longer, an hour at most. */
export async function postpone(db: Database, held: Held): Promise<void> {
  await sql`update bucket_content set attempts = attempts + 1,
      due_at = now() + make_interval(mins => least(60, 2 ^ least(attempts, 6))::integer)
    where ${own(held)}`.execute(db)
}

/** Forgets a content whose object is gone. */
export async function forget(db: Database, held: Held): Promise<void> {
  await sql`delete from bucket_content where ${own(held)} and state = 'DROPPED'`.execute(db)
}

/** Whether a content is safe in the bucket. */
export async function isStored(db: Database, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`select from bucket_content
    where sha256 = ${sha256} and state = 'STORED'`.execute(db)
  return rows.length > 0
}
