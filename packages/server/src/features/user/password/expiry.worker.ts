import { sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { mailTo } from '../../mail/index.ts'
import { giveNotice } from '../../notice/index.ts'
import { platformPolicy } from '../customize/index.ts'
import { noticePreferencesOf, quietUntil } from '../preference/index.ts'

/** So many days before its password ends an account is told, each time once. */
const tellAt = [7, 3, 1] as const
/** People who are told in one transaction. */
const atATime = 200

interface Person {
  readonly id: string
  readonly orgId: string
  readonly userName: string
  readonly email: string | null
  readonly language: string | null
  readonly days: number
}

/** Tells people that their password will soon be too old, so that no sign-in surprises them. */
export async function tellOfExpiry(platform: Platform): Promise<void> {
  while ((await tellSome(platform)) === atATime);
}

/** Marked and told in one transaction: a crash in between tells nobody twice, and loses nobody. */
async function tellSome(platform: Platform): Promise<number> {
  const { live } = platform
  const after: (() => void)[] = []
  const people = await platform.db.transaction().execute(async (db) => {
    const told = await markDue({ ...platform, db })
    const writer = {
      db,
      platform,
      ring: (kind: string) => void after.push(() => live.ring(kind)),
      changed: (path: string, ids: readonly string[], orgIds: readonly string[] = []) =>
        void after.push(() =>
          live.changed({
            path,
            ids,
            orgIds,
          }),
        ),
    }
    for (const person of told) await tell(writer, person)
    return told
  })
  for (const done of after) done()
  return people.length
}

/**
 * Who has to be told now. The shortest life that the platform or any organisation above him asks
 * for is a person's; 0 days are none.
 */
async function markDue({ db, now }: Platform): Promise<Person[]> {
  const { expireDays } = await platformPolicy(db)
  const at = now().toISOString()
  const { rows } = await sql<Person>`with asked as (
      select place.id as org_id, min(nullif((custom.policy ->> 'expireDays')::integer, 0)) as days
      from customize custom join organization above on above.id = custom.org_id
        join organization place on place.path <@ above.path
      where custom.status = 1 and custom.deleted_at is null group by place.id),
    life as (
      select place.id as org_id, least(nullif(${expireDays}::integer, 0), asked.days) as days
      from organization place left join asked on asked.org_id = place.id),
    due as (
      select person.id, ceil(extract(epoch from person.password_changed_at
          + make_interval(days => life.days) - ${at}::timestamptz) / 86400)::integer as days
      from app_user person join life on life.org_id = person.org_id
      where life.days is not null and is_usable(person)),
    marked as (
      select due.id, due.days, (select min(step) from unnest(${[...tellAt]}::integer[]) as step
        where step >= due.days) as step
      from due where due.days between 1 and ${Math.max(...tellAt)})
    update app_user person set expiry_told = marked.step from marked
    where person.id = marked.id and marked.step < coalesce(person.expiry_told, 32767)
      and person.id in (select next.id from marked as next
        join app_user told on told.id = next.id
        where next.step < coalesce(told.expiry_told, 32767) order by next.days limit ${atATime})
    returning person.id, person.org_id, person.user_name, person.email, person.language,
      marked.days`.execute(db)
  return rows
}

interface Writer extends Pick<Context, 'db' | 'ring' | 'changed'> {
  readonly platform: Platform
}

async function tell(writer: Writer, person: Person): Promise<void> {
  const { id, orgId, userName, email, days } = person
  await giveNotice(writer, {
    userIds: [id],
    severity: 'WARNING',
    textKey: 'notice.account.passwordExpires',
    values: { count: days },
    link: '/ucenter?tab=password',
  })
  if (!email) return
  const wishes = await noticePreferencesOf(writer.db, id)
  await mailTo(writer, {
    to: email,
    template: 'PWD_EXPIRE',
    language: person.language ?? 'en',
    values: { userName, days },
    orgId,
    notBefore: quietUntil(wishes, writer.platform.now()),
  })
}

export const passwordJobs: readonly Job[] = [every('20 * * * *', 'password.expiry', tellOfExpiry)]
