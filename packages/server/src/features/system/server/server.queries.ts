import { type ReplyOf, type server, type ServerJob, type ServerNode } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Job } from '../../../kit/jobs.ts'
import { nextRun } from './nextRun.ts'

type Storage = ReplyOf<(typeof server)['storage']>
type Quotas = ReplyOf<(typeof server)['quota']>
type Queues = ReplyOf<(typeof server)['jobs']>['queues']

/** Seconds of silence after which a process is late, and after which it is gone. */
const lateAfter = 15
const goneAfter = 60

const state = sql`case when beat_at > now() - make_interval(secs => ${lateAfter}) then 'UP'
  when beat_at > now() - make_interval(secs => ${goneAfter}) then 'LATE' else 'GONE' end`

/** The processes of the platform, the living ones first. */
export async function processes({ db }: Context): Promise<ServerNode[]> {
  const { rows } = await sql<ServerNode>`select id, host, pid, version, roles, ${state} as state,
      started_at, beat_at, cpu, memory_bytes, loop_delay_ms, disk_free_bytes, disk_total_bytes,
      terminals, sockets, warnings, faults, worries
    from server_node order by ${state} = 'GONE', host, started_at`.execute(db)
  return rows
}

/** Whether a process lives that carries jobs out. */
export async function hasWorker({ db }: Context): Promise<boolean> {
  const { rows } = await sql`select from server_node where 'worker' = any(roles)
    and beat_at > now() - make_interval(secs => ${goneAfter}) limit 1`.execute(db)
  return rows.length > 0
}

/** What takes how much room, and how long it is kept. */
export async function bytesByUse({ db }: Context): Promise<Storage> {
  const whole = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  const tables = await sql<Storage['tables'][number]>`
    select coalesce(parent.relname, part.relname) as name,
      sum(pg_total_relation_size(part.oid))::bigint as bytes, sum(part.reltuples) filter (where part.reltuples >= 0)::bigint as rows
    from pg_class part left join pg_inherits on pg_inherits.inhrelid = part.oid
      left join pg_class parent on parent.oid = pg_inherits.inhparent
    where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace
    group by 1 order by bytes desc, name limit 12`.execute(db)
  const files = await sql<Storage['files'][number]>`
    select 'exports' as name, coalesce(sum(bytes), 0)::bigint as bytes, count(*) as rows
      from (select distinct sha256, bytes from file_task where state = 'READY') as kept
    union all
    select 'uploads', coalesce(sum(bytes), 0)::bigint, count(*)
      from (select distinct sha256, bytes from upload where state = 'STORED') as kept`.execute(db)
  const retention = await sql<Storage['retention'][number]>`
    select key, coalesce(value, default_value)::float8 as value from parameter
    where key ~ '[.]keep(Days|Months)$' and value_type = 'int' order by key`.execute(db)
  return {
    databaseBytes: whole.rows[0]?.bytes ?? 0,
    tables: tables.rows,
    files: files.rows,
    retention: retention.rows,
  }
}

/** The organisations that are nearest to their quota of terminals. */
export async function quotasByUse({ db }: Context): Promise<Quotas> {
  const { rows } = await sql<Quotas[number]>`
    select own.id as org_id, own.name, own.device_quota as limit, places_taken(own.id) as used
    from organization own where own.device_quota is not null and own.deleted_at is null
    order by places_taken(own.id) / greatest(own.device_quota, 1)::numeric desc, own.name
    limit 20`.execute(db)
  return rows
}

interface Run {
  readonly name: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly error: string | null
  readonly host: string
}

/** Each job with its last run and its next one. */
export async function jobsWithRuns(ctx: Context, jobs: readonly Job[]): Promise<ServerJob[]> {
  const { rows } =
    await sql<Run>`select name, started_at, ended_at, error, host from job_run`.execute(ctx.db)
  const runs = new Map(rows.map((run) => [run.name, run]))
  return jobs.map(({ name, cron }) => {
    const {
      startedAt: lastAt = null,
      endedAt = null,
      error = null,
      host = null,
    } = runs.get(name) ?? {}
    const nextAt = nextRun(cron, ctx.now())?.toISOString() ?? null
    const tookMs = lastAt && endedAt ? Date.parse(endedAt) - Date.parse(lastAt) : null
    return {
      name,
      cron,
      nextAt,
      lastAt,
      tookMs,
      isRunning: lastAt !== null && !endedAt,
      error,
      host,
    }
  })
}

/** The runner keeps its tables in a schema of its own, from the first start of a worker on. */
export async function hasRunner({ db }: Context): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as is_there`.execute(db)
  return rows[0]?.isThere ?? false
}

/** How much work waits, by its queue. */
export async function waitingWork(ctx: Context): Promise<Queues> {
  const jobs = (await hasRunner(ctx))
    ? sql`(select count(*) from graphile_worker.jobs where locked_at is null and run_at <= now())`
    : sql`0`
  const { rows } = await sql<Queues>`select
      (select count(*) from async_task where state = 'QUEUED') as tasks_queued,
      (select count(*) from async_task where state = 'RUNNING') as tasks_running,
      ${jobs} as jobs_waiting,
      (select count(*) from (select from outbox limit 10000) as waiting) as messages_waiting`.execute(
    ctx.db,
  )
  return rows[0] ?? { tasksQueued: 0, tasksRunning: 0, jobsWaiting: 0, messagesWaiting: 0 }
}

/**
 * Has the next free worker carry a job out, once however often it is asked for meanwhile, and once
 * more where it fails or its worker dies.
 */
export async function askForRun({ db }: Context, name: string): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, job_key := ${`now ${name}`}, max_attempts := 2)`.execute(
    db,
  )
}
