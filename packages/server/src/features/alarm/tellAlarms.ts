import { type AlarmKind, type NoticeSeverity, type Severity } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Platform } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'
import { translate } from '../../platform/texts.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { mailTo } from '../mail/index.ts'
import { insertNotices, type NewNotice, tellNotices } from '../notice/index.ts'
import { addressFor } from '../user/customize/index.ts'
import { noticePreferencesOf, quietUntil } from '../user/preference/index.ts'

/** Seconds without a new alarm after which people are told; they are never kept waiting for longer than the second. */
const quietSeconds = 5
const longestSeconds = 60

/** Alarms of one kind that somebody is told of together. */
interface Told {
  readonly userId: string
  readonly kind: AlarmKind
  /** Terminals: several applications of one may crash. */
  readonly count: number
  readonly deviceId: string
  readonly sn: string
}

interface Found extends Told {
  readonly severity: Severity
  readonly wantsNotice: boolean
  readonly wantsMail: boolean
}

type Store = Pick<Platform, 'db' | 'pool' | 'live' | 'env' | 'now'>

/**
 * Tells whoever may read them of new alarms, those of a kind together: many that come at once are
 * one notice. Waits until no more come, so that an outage is told when it is whole.
 */
export async function tellAlarms(
  platform: Store,
  { quiet = quietSeconds }: { readonly quiet?: number } = {},
): Promise<void> {
  const users = await inTransaction(platform.pool, async (client) => {
    if (!(await isTime(client, quiet))) return []
    const found = await takeUntold(client)
    await noteMails(
      client,
      found.filter(({ wantsMail }) => wantsMail),
    )
    return insertNotices(client, found.filter(({ wantsNotice }) => wantsNotice).map(noticeOf))
  })
  tellNotices(platform.live, users)
  await writeMails(platform)
}

type Client = Pick<pg.ClientBase, 'query'>

/** Whoever is muted is told of when that is over, if it is there still; what is closed has been looked at at once. */
const isUntold = `alarm.told_at is null and (alarm.closed_at is not null or not exists (select from alarm_mute mute
  where mute.device_id = alarm.device_id and mute.kind = alarm.kind and mute.until > now()))`

/** One worker at a time; the alarms that are still coming are waited for. */
async function isTime(client: Client, quiet: number): Promise<boolean> {
  const { rows } = await client.query<{ isTime: boolean }>(
    `select pg_try_advisory_xact_lock(7214073)
      and (max(first_at) <= now() - make_interval(secs => $1)
        or min(first_at) < now() - make_interval(secs => $2)) as "isTime"
    from alarm where ${isUntold}`,
    [quiet, longestSeconds],
  )
  return rows[0]?.isTime ?? false
}

/** Who is told what: readers are found by organisation, and alarms are counted in groups that no scope divides. */
async function takeUntold(client: Client): Promise<Found[]> {
  await client.query('select lock_alarms()')
  const { rows } = await client.query<Found>(`with untold as materialized (
      update alarm set told_at = now() where ${isUntold} returning *),
    grouped as materialized (
      select untold.org_id, untold.vendor_id, untold.model_id, untold.kind, rule.tells_notice, rule.tells_mail,
        count(distinct untold.device_id)::integer as count, min(device.sn) as sn,
        (array_agg(untold.device_id order by device.sn))[1] as device_id,
        max(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], untold.severity)) as grade
      from untold join device on device.id = untold.device_id join alarm_rule rule on rule.id = untold.rule_id
      where untold.closed_at is null group by 1, 2, 3, 4, 5, 6),
    seen as (
      select distinct reader.user_id, grouped.* from grouped
        join alarm_readers(array(select distinct org_id from grouped)) as reader on reader.org_id = grouped.org_id
      where (reader.vendor_ids = '{}' or grouped.vendor_id = any(reader.vendor_ids))
        and (reader.model_ids = '{}' or grouped.model_id = any(reader.model_ids))),
    told as (
      select user_id, kind, sum(count)::integer as count, min(sn) as sn, (array_agg(device_id order by sn))[1] as device_id,
        max(grade) as grade, bool_or(tells_notice) as tells_notice, bool_or(tells_mail) as tells_mail
      from seen group by 1, 2)
    select told.user_id as "userId", told.kind, told.count, told.sn, told.device_id as "deviceId",
      (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])[told.grade] as severity,
      told.tells_notice and wants_notice(account.id, 'alarm', 'app') as "wantsNotice",
      told.tells_mail and account.email is not null and wants_notice(account.id, 'alarm', 'mail') as "wantsMail"
    from told join app_user account on account.id = told.user_id
    order by told.grade, told.kind, told.user_id`)
  return rows
}

/** Their mails are written when nobody who judges alarms waits for it. */
async function noteMails(client: Client, told: readonly Told[]): Promise<void> {
  await client.query(
    `insert into alarm_mail (user_id, kind, count, device_id, sn)
      select "userId", kind, count, "deviceId", sn from jsonb_to_recordset($1::jsonb)
        as told ("userId" uuid, kind text, count integer, "deviceId" uuid, sn text)`,
    [JSON.stringify(told)],
  )
}

/** Mails of one transaction. */
const mailsAtOnce = 50

/** Writes the mails that are noted, the oldest first. */
async function writeMails(platform: Store): Promise<void> {
  for (;;) {
    const rung = new Set<string>()
    const taken = await platform.db.transaction().execute(async (db) => {
      const { rows } =
        await sql<NotedMail>`with taken as (delete from alarm_mail where id = any(array(
            select id from alarm_mail order by id limit ${mailsAtOnce} for update skip locked)) returning *)
        select taken.*, account.email, account.language, account.org_id
        from taken join app_user account on account.id = taken.user_id
        order by taken.id`.execute(db)
      for (const mail of rows)
        if (mail.email !== null) await sendMail({ db, platform, rung }, mail, mail.email)
      return rows.length
    })
    for (const kind of rung) platform.live.ring(kind)
    if (taken < mailsAtOnce) return
  }
}

interface NotedMail extends Told {
  /** Null: it was removed meanwhile. */
  readonly email: string | null
  readonly language: string | null
  readonly orgId: string
}

const severityOf: Readonly<Record<Severity, NoticeSeverity>> = {
  LOW: 'INFO',
  MEDIUM: 'WARNING',
  HIGH: 'WARNING',
  CRITICAL: 'CRITICAL',
}

/** Where the alarms of a notice are seen. */
const linkOf = ({ count, deviceId, kind }: Told): string =>
  count === 1 ? `/device/detail/${deviceId}?tab=alarms` : `/device/alarm?state=LIVE&kind=${kind}`

function noticeOf(told: Found): NewNotice {
  const { userId, kind, severity, count, sn } = told
  const values = { kind: { textKey: `alarm.kind.${kind}` }, sn, count } as const
  return {
    userIds: [userId],
    severity: severityOf[severity],
    textKey: count === 1 ? 'notice.alarm' : 'notice.alarms',
    values,
    link: linkOf(told),
  }
}

async function sendMail(
  { db, platform, rung }: { db: Kysely<DB>; platform: Store; rung: Set<string> },
  told: NotedMail,
  email: string,
): Promise<void> {
  const { userId, kind, count, sn, orgId } = told
  const language = told.language ?? 'en'
  const values = { kind: translate(language, `alarm.kind.${kind}`), sn, count }
  const wishes = await noticePreferencesOf(db, userId)
  const { env } = platform
  const address = (await addressFor({ db, env }, orgId)) ?? `http://localhost:${env.port}`
  await mailTo(
    { db, platform, ring: (bell) => void rung.add(bell) },
    {
      to: email,
      template: 'ALARM',
      language,
      orgId,
      values: {
        title: values.kind,
        text: translate(language, count === 1 ? 'notice.alarm' : 'notice.alarms', values),
        time: platform.now().toISOString(),
        link: `${address}/#${linkOf(told)}`,
      },
      notBefore: quietUntil(wishes, platform.now()),
    },
  )
}
