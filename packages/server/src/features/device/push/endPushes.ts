import type { ItemState, PushKind } from '@muster/contract'
import type pg from 'pg'
import { insertNotices, type NewNotice } from '../../notice/index.ts'
import { type Counted, endOf, figuresOf } from './push.rules.ts'
import { pushLink } from './pushLink.ts'

interface Looked {
  readonly id: string
  readonly orgId: string
  readonly kind: PushKind
  readonly taskNo: string
  readonly createdBy: string | null
  readonly size: number
  readonly state: string
  readonly notify: boolean
  readonly counts: readonly Counted[]
}

/** Pushes that are looked at in one turn. */
const atOnce = 1000

/**
 * Ends pushes whose last item has ended. Only those are looked at of which something has ended since;
 * one whose task still gives, or whose group may still grow, is looked at again.
 */
export async function endPushes(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ readonly ended: readonly Looked[]; readonly users: readonly string[] }> {
  const rows = await lookAt(client)
  const ended = rows.filter(({ goesOn }) => !goesOn)
  await client.query({
    name: 'push.lookAgain',
    text: `insert into push_look select unnest($1::uuid[])`,
    values: [rows.filter(({ goesOn }) => goesOn).map(({ id }) => id)],
  })
  if (ended.length === 0) return { ended, users: [] }
  await client.query({
    name: 'push.end',
    text: `update push set state = case push.state when 'STOPPED' then 'STOPPED' else told.state end,
        ended_at = now(), updated_at = now()
      from unnest($1::uuid[], $2::text[]) as told (id, state) where push.id = told.id`,
    values: [ended.map(({ id }) => id), ended.map(({ counts }) => endOf(tallyOf(counts)))],
  })
  return { ended, users: await insertNotices(client, ended.flatMap(noticeOf)) }
}

interface LookedAt extends Looked {
  /** Its task still gives, or its group may still grow. */
  readonly goesOn: boolean
}

/** Pushes without an open item of which something has ended, locked. */
async function lookAt(client: Pick<pg.ClientBase, 'query'>): Promise<readonly LookedAt[]> {
  const { rows: locked } = await client.query<{ id: string }>({
    name: 'push.lock',
    text: `with looked as (delete from push_look where ctid = any(array(
          select ctid from push_look limit ${atOnce} for update skip locked)) returning push_id)
      select id from push where id in (select push_id from looked) and ended_at is null
      order by id for update`,
  })
  // A statement of its own: it sees what whoever held them before has begun anew.
  const { rows } = await client.query<LookedAt>({
    name: 'push.look',
    text: `select push.id, push.org_id as "orgId", push.kind, push.task_no as "taskNo", push.created_by as "createdBy",
        push.size, push.state, coalesce((push.options ->> 'notify')::boolean, false) as notify, tally.counts,
        push.is_growing and push.expires_at > now() and push.state <> 'STOPPED'
          or exists (select from push_work work where work.push_id = push.id)
          or exists (select from async_task task where task.id = push.id and task.ended_at is null) as "goesOn"
      from push
        cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('state', kept.state, 'count', kept.count)), '[]') as counts,
            coalesce(sum(kept.count) filter (where kept.state in ('CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED', 'ACKED',
              'RUNNING', 'DEFERRED', 'CANCELLING')), 0) as open
          from (select state, sum(count) as count from push_tally where push_id = push.id group by 1) as kept) as tally
      where push.id = any($1::uuid[]) and push.ended_at is null and push.expanded_at is not null
        and tally.open = 0
      order by push.id`,
    values: [locked.map(({ id }) => id)],
  })
  return rows
}

const tallyOf = (counts: readonly Counted[]): Partial<Record<ItemState, number>> =>
  Object.fromEntries(counts.map(({ state, count }) => [state, count]))

/** What is wanted by one terminal alone is told by itself, see noticeFailures. */
function noticeOf({ id, kind, createdBy, size, notify, taskNo, counts }: Looked): NewNotice[] {
  const { succeeded, failed } = figuresOf(counts)
  if (createdBy === null || !(notify || (size > 1 && failed > 0))) return []
  return [
    {
      userIds: [createdBy],
      severity: failed > 0 ? 'WARNING' : 'INFO',
      link: pushLink(kind, id),
      textKey: 'notice.pushEnded',
      values: { kind: { textKey: `device.command.${kind}` }, taskNo, done: succeeded, failed },
    },
  ]
}
