import { type DownloadRelease, downloadsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { downloadScope } from './downloadScope.ts'

/** What has one kind and one title is one download, in several versions. */
interface Named {
  readonly id: string
  readonly kind: string
  readonly title: string
}

interface Standing {
  readonly hasNewer: boolean
  readonly isFollowed: boolean
}

/** Of some downloads, whether a newer version is out and whether the caller waits for the next. */
export async function standingOf(
  { db, principal }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`select own.id,
      exists (select from developer_download newer where newer.kind = own.kind
        and lower(newer.title) = lower(own.title) and newer.publish_at > own.publish_at
        and newer.publish_at <= now() and newer.withdrawn_at is null and newer.status = 1
        and newer.deleted_at is null and ${downloadScope.rows(principal)}) as has_newer,
      exists (select from developer_download_follower follower where follower.kind = own.kind
        and follower.title = lower(own.title) and follower.user_id = ${principal.userId}) as is_followed
    from developer_download own where own.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** What came out under a name, as far as it is for the caller. */
export async function historyOf(
  { db, principal }: Context,
  { kind, title }: Named,
): Promise<DownloadRelease[]> {
  const { rows } = await sql<DownloadRelease>`select id, release, state, publish_at, bytes, sha256,
      downloads, notes from developer_download_row
    where kind = ${kind} and lower(title) = lower(${title}) and deleted_at is null
      and ${downloadScope.rows(principal)}
    order by publish_at desc nulls first, id desc limit 200`.execute(db)
  return rows
}

/** Has the caller told of the next version, or no more. */
export async function follow(
  ctx: Context,
  { id, kind, title }: Named,
  isOn: boolean,
): Promise<{ count: number }> {
  const { userId } = ctx.principal
  await (isOn
    ? sql`insert into developer_download_follower (user_id, kind, title)
        values (${userId}, ${kind}, lower(${title})) on conflict do nothing`
    : sql`delete from developer_download_follower
        where user_id = ${userId} and kind = ${kind} and title = lower(${title})`
  ).execute(ctx.db)
  ctx.note({ targetIds: [id], about: { title } })
  ctx.changed(downloadsPath, [id])
  return { count: 1 }
}
