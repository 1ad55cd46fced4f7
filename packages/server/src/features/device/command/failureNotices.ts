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
 * failed together; those of a push to many are told of when it has ended. Answers the users who
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
      from push_item item
        join device on device.id = item.device_id
        join app_user giver on giver.id = item.created_by
      where item.id = any($1::uuid[]) and item.state = any($2::text[])
        and not exists (select from push where push.id = item.push_id and (push.size > 1 or push.principal is not null))
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
