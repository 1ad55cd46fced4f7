import type { ItemState } from '@muster/contract'
import type pg from 'pg'
import { isListed, isRun, isYoung } from '../apps/shown.ts'
import {
  askAfterSeconds,
  type ItemProgress,
  movesFrom,
  type Outcome,
  type TaskReport,
} from './command.rules.ts'

export interface ItemRow extends ItemProgress {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
  readonly pushId: string
  readonly pushOrgId: string | null
}

interface StoredItem extends Omit<ItemRow, 'ackedAt' | 'endedAt'> {
  readonly ackedAt: string | null
  readonly endedAt: string | null
}

const moment = (text: string | null) => (text === null ? null : new Date(text))

/** Locks the items that a batch reports on. */
export async function lockItems(client: pg.ClientBase, ids: readonly string[]): Promise<ItemRow[]> {
  const { rows } = await client.query<StoredItem>({
    name: 'command.lockItems',
    text: `select item.id, item.device_id as "deviceId", device.org_id as "orgId",
        item.push_id as "pushId", item.sender_org_id as "pushOrgId", item.state, item.percent, item.step, item.bytes, item.kbps,
        item.code, item.message, item.attempt, item.acked_at as "ackedAt", item.ended_at as "endedAt",
        item.stale_reports as "staleReports",
        coalesce((push.options ->> 'retries')::integer, 0) as retries
      from push_item item join device on device.id = item.device_id left join push on push.id = item.push_id
      where item.id = any($1::uuid[]) order by item.id for update of item`,
    values: [ids],
  })
  return rows.map((row) => ({ ...row, ackedAt: moment(row.ackedAt), endedAt: moment(row.endedAt) }))
}

export interface SeenReport {
  readonly id: string
  readonly itemId: string
  readonly messageId: string
}

/** Which of these messages were recorded before. */
export async function findSeen(
  client: pg.ClientBase,
  reports: readonly { itemId: string; messageId: string }[],
): Promise<SeenReport[]> {
  const { rows } = await client.query<SeenReport>({
    name: 'command.seenReports',
    text: `select report.id, report.item_id as "itemId", report.message_id as "messageId"
      from push_report report
      where report.item_id = any($1::uuid[]) and report.message_id = any($2::text[])`,
    values: [reports.map(({ itemId }) => itemId), reports.map(({ messageId }) => messageId)],
  })
  return rows
}

export interface RecordedReport extends TaskReport {
  readonly id: string
  readonly itemId: string
  /** By the terminal's clock; epoch milliseconds. */
  readonly reportedAt: number
  readonly receivedAt: number
  readonly outcome: Outcome
}

export async function insertReports(
  client: pg.ClientBase,
  reports: readonly RecordedReport[],
): Promise<void> {
  await client.query({
    name: 'command.insertReports',
    text: `insert into push_report
        (id, item_id, message_id, state, step, percent, code, message, reported_at, received_at, outcome)
      select told.id, told."itemId", told."messageId", told.state, coalesce(told.step, told.reason), told.pct, told.code, told.msg,
        to_timestamp(told."reportedAt" / 1000), to_timestamp(told."receivedAt" / 1000), told.outcome
      from jsonb_to_recordset($1::jsonb) as told (id uuid, "itemId" uuid, "messageId" text, state text,
        step text, reason text, pct smallint, code text, msg text, "reportedAt" float8, "receivedAt" float8, outcome text)`,
    values: [JSON.stringify(reports)],
  })
}

export interface ItemChange extends ItemRow {
  /** The state the item was in when it was locked: the guard of the change. */
  readonly from: ItemState
  /** Until it begins anew, where it does. */
  readonly againSeconds: number
}

/** It goes on, and does not begin anew. */
const isSame = 'told.attempt = item.attempt'

/**
 * What a terminal told before its own word, or with it, proves that word: who did that in one batch has its item
 * written once.
 */
const shownAt = `(select now() from device left join push on push.id = item.push_id
  where device.id = item.device_id and ${isYoung}
    and case when item.cmd = 'UPGRADE' then ${isRun}
      when item.cmd in ('APP_INSTALL', 'APP_UNINSTALL') then ${isListed} end)`

/** When its terminal was heard of last while it restarts; null for all others, so that no index follows each report. */
const restartingAt = `case when told.step = 'REBOOTING' and told."endedAt" is null then now() end`

export async function saveItems(
  client: pg.ClientBase,
  changes: readonly ItemChange[],
): Promise<void> {
  await client.query({
    name: 'command.saveItems',
    text: `update push_item item set state = told.state, percent = told.percent, step = told.step,
        bytes = told.bytes, kbps = told.kbps, code = told.code,
        message = told.message, acked_at = told."ackedAt", ended_at = told."endedAt",
        -- An inventory showed it, and then it was taken back.
        proved_at = case when ${isSame} and told.state = 'SUCCESS' then coalesce(item.proved_at, ${shownAt})
          when ${isSame} and told."endedAt" is null then item.proved_at end,
        stale_reports = told."staleReports", last_report_at = now(), restarting_at = ${restartingAt},
        -- It begins anew: under another id, since the terminal acts once on each.
        attempt = told.attempt, publications = case when ${isSame} then item.publications else 0 end,
        message_id = case when ${isSame} then item.message_id else uuid7() end, asked_at = case when ${isSame} then item.asked_at end,
        published_at = case when ${isSame} then item.published_at end, delivered_at = case when ${isSame} then item.delivered_at end,
        waits_for = case when ${isSame} then item.waits_for else 'RETRY' end,
        -- The terminal has answered: nothing is sent again.
        next_publish_at = case when told.attempt <> item.attempt then now() + make_interval(secs => told."againSeconds")
          when told.state = told."from" then item.next_publish_at end,
        -- Its silence begins anew.
        ask_at = case when told.attempt <> item.attempt then null
          when told.state = any($2::text[])
            then greatest(item.expires_at, now()) + make_interval(secs => $3::integer)
          when told."endedAt" is null then item.ask_at end
      from jsonb_to_recordset($1::jsonb) as told (id uuid, "from" text, state text, percent smallint, step text, bytes bigint,
        kbps integer, code text, message text, "ackedAt" timestamptz, "endedAt" timestamptz, "staleReports" integer, attempt integer,
        "againSeconds" integer)
      where item.id = told.id and item.state = told."from"
        -- By their keys, also where the plan was made while there were few.
        and item.id = any($4::uuid[])`,
    values: [
      JSON.stringify(changes),
      movesFrom.TIMEOUT,
      askAfterSeconds,
      changes.map(({ id }) => id),
    ],
  })
}
