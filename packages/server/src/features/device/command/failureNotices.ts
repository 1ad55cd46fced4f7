import { type CommandName, type ItemState } from '@muster/contract'
import type pg from 'pg'
import { insertNotices, type NewNotice } from '../../notice/index.ts'

/** Ends that whoever gave the command should hear of. */
const failures = ['FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT'] as const satisfies readonly ItemState[]
type Failure = (typeof failures)[number]

/** Whether a command has just come to an end that its giver should hear of. */
export const hasFailed = ({ from, state }: { from: ItemState; state: ItemState }): boolean =>
  from !== state && failures.some((failure) => failure === state)

interface FailedItem {
  readonly userId: string
  readonly cmd: CommandName
  readonly state: Failure
  readonly sn: string
  readonly deviceId: string
}

/**
 * Tells the givers of these commands that they did not succeed, each of them once however many
 * failed together; those of a batch are told of when the batch has ended. Answers the users who
 * have something to read.
 */
export async function noticeFailures(
  client: Pick<pg.ClientBase, 'query'>,
  itemIds: readonly string[],
): Promise<string[]> {
  if (itemIds.length === 0) return []
  const { rows } = await client.query<FailedItem>({
    name: 'command.failed',
    text: `select giver.id as "userId", item.cmd, item.state, device.sn, device.id as "deviceId"
      from device_task_item item
        join device on device.id = item.device_id
        join app_user giver on giver.id = item.created_by
      where item.id = any($1::uuid[]) and item.state = any($2::text[]) and item.batch_id is null
        and wants_notice(giver.id, 'command', 'app')
      order by item.id`,
    values: [itemIds, failures],
  })
  const givers = Map.groupBy(rows, ({ userId }) => userId)
  return insertNotices(client, [...givers].map(noticeOf))
}

function noticeOf([userId, items]: [string, readonly FailedItem[]]): NewNotice {
  const [first] = items
  if (!first) throw new Error('a group without a member')
  const { cmd, state, sn, deviceId } = first
  const to = {
    userIds: [userId],
    severity: 'WARNING',
    link: `/device/detail/${deviceId}?tab=tasks`,
  } as const
  if (items.length > 1)
    return { ...to, textKey: 'notice.commandsFailed', values: { count: items.length, sn } }
  const command = { textKey: `device.command.${cmd}` } as const
  return { ...to, textKey: `notice.command.${state}`, values: { command, sn } }
}

interface EndedBatch {
  readonly userId: string
  readonly cmd: CommandName
  readonly done: number
  readonly failed: number
  readonly sn: string
  readonly deviceId: string
}

/**
 * Forgets batches whose last command has ended, and tells the givers of those that did not succeed
 * as a whole how they went. Answers the users who have something to read.
 */
export async function endBatches(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<EndedBatch>({
    name: 'command.endBatches',
    text: `with ended as (delete from command_batch where id in (select id from command_batch batch
          where not exists (select from device_task_item item
              where item.batch_id = batch.id and item.ended_at is null)
            and not exists (select from async_task task where task.id = batch.id and task.ended_at is null)
          for update skip locked) returning id, user_id, cmd)
      select ended.user_id as "userId", ended.cmd, counts.done, counts.failed, first.sn,
        first.id as "deviceId"
      from ended
        cross join lateral (select count(*) filter (where item.state = 'SUCCESS')::integer as done,
            count(*) filter (where item.state = any($1::text[]))::integer as failed
          from device_task_item item where item.batch_id = ended.id) as counts
        cross join lateral (select device.sn, device.id from device_task_item item
            join device on device.id = item.device_id
          where item.batch_id = ended.id and item.state = any($1::text[])
          order by device.sn limit 1) as first
      where wants_notice(ended.user_id, 'command', 'app')`,
    values: [failures],
  })
  return insertNotices(client, rows.map(batchNotice))
}

function batchNotice({ userId, cmd, done, failed, sn, deviceId }: EndedBatch): NewNotice {
  return {
    userIds: [userId],
    severity: 'WARNING',
    link: `/device/detail/${deviceId}?tab=tasks`,
    textKey: 'notice.commandBatch',
    values: { command: { textKey: `device.command.${cmd}` }, done, failed, sn },
  }
}
