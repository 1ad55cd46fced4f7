import {
  columnsOf,
  type Device,
  devices,
  pictureMembers,
  type ReplyOf,
  standMembers,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { prepared } from '../../../platform/prepared.ts'
import { nameableApps, nameableVersions } from '../versionScope.ts'

/** A terminal of either side of the recycle bin; a living one has nulls where the bin shows its removal. */
export type BinDevice = ReplyOf<(typeof devices)['recyclePage']>['list'][number]

type Reader = Pick<Context, 'db' | 'platform' | 'principal'>

/** A member of a row as a column of the view; those who changed a row go by their names. */
function columnOf(member: string): string {
  const shown = member.replace(/^(updated|deleted)By$/, '$&Name')
  const column = shown.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `shown.${column} as "${member}"`
}

// Names of applications are looked up for the rows of a page alone.
const members = [...columnsOf(devices.recyclePage)].filter(
  (member) => !pictureMembers().has(member) && member !== 'mainAppName',
)
const usual = members.filter((member) => !standMembers().has(member)).map(columnOf)
const withStand = members.map(columnOf)

/** What a page is asked for; an export says which columns it has. */
interface Asked {
  readonly more?: 'pictures' | 'stand' | undefined
  readonly columns?: readonly string[]
}

const asksForStand = ({ more, columns = [] }: Asked): boolean =>
  more === 'stand' || columns.some((member) => standMembers().has(member))

const asksForPictures = ({ more, columns = [] }: Asked): boolean =>
  more !== undefined || columns.some((member) => pictureMembers().has(member))

/**
 * What a list shows of these terminals, in their order. To plan eight joins takes five times as
 * long as to run them for a page, hence a statement of its own, prepared once per connection.
 */
export async function rowsOf(
  ctx: Reader,
  ids: readonly string[],
  asked: Asked = {},
): Promise<BinDevice[]> {
  if (ids.length === 0) return []
  const columns = asksForStand(asked) ? withStand : usual
  const shown = sql<BinDevice>`select ${sql.raw(columns.join(', '))} from device_row shown
    where shown.id = any(${ids}::uuid[])`
  const rows = await prepared(ctx, shown)
  const pictures = asksForPictures(asked) ? await picturesOf(ctx, ids) : null
  const named = asksForStand(asked) ? await withAppNames(ctx, rows) : rows
  const byId = new Map(named.map((row) => [row.id, { ...row, ...pictures?.get(row.id) }]))
  // One that was destroyed since its id was found is gone from the page, too.
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The same with what the platform calls their main applications: by one that the caller may name. */
async function withAppNames(ctx: Reader, rows: readonly BinDevice[]): Promise<BinDevice[]> {
  const packages = [...new Set(rows.flatMap(({ mainApp }) => mainApp ?? []))]
  if (packages.length === 0) return rows.map((row) => ({ ...row, mainAppName: null }))
  const names = await appNamesOf(ctx, packages)
  return rows.map((row) => ({ ...row, mainAppName: names.get(row.mainApp ?? '') ?? null }))
}

async function appNamesOf(
  { db, principal }: Reader,
  packages: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly package: string; readonly name: string }>`
    select distinct on (package) package, name from app
    where package = any(${[...packages]}::text[]) and deleted_at is null
      and ${nameableApps.rows(principal)}
    order by package, created_at, id`.execute(db)
  return new Map(rows.map((app) => [app.package, app.name]))
}

type Pictures = Pick<Device, 'connections' | 'firmwareBehind'>

/** Connections of one terminal that a row draws at most: finer than they are seen. */
const mostDrawn = 100

/**
 * What rows draw of these terminals. Of connections those that began within the last day, and the one
 * before, which may reach into it: however long a history is, no more of it is read.
 */
async function picturesOf(ctx: Reader, ids: readonly string[]): Promise<Map<string, Pictures>> {
  const { rows } = await sql<Pictures & { readonly id: string }>`
    with device_of as materialized (select id, model_id, firmware from device where id = any(${[...ids]}::uuid[])),
      released as materialized (select distinct own.model_id, version_key(version.version_name) as key
        from (select distinct model_id from device_of where firmware is not null) as own
          join upgrade_version version on version.model_ids @> array[own.model_id]
        where version.kind = 'FIRMWARE' and version.state = 'ONLINE' and version.channel = 'STABLE'
          and version.deleted_at is null and version.id in (select id from upgrade_version where ${nameableVersions.rows(ctx.principal)})),
      running as materialized (select firmware, version_key(firmware) as key
        from (select distinct firmware from device_of where firmware is not null) as named)
    select own.id, (select count(*)::integer from released where released.model_id = own.model_id and released.key > running.key
        having running.key is not null) as firmware_behind, coalesce(drawn.connections, '[]') as connections
      from device_of own left join running on running.firmware = own.firmware
        cross join lateral (select jsonb_agg(jsonb_build_object('connectedAt', ${moment(sql`one.connected_at`)},
            'disconnectedAt', ${moment(sql`one.disconnected_at`)}) order by one.connected_at desc) as connections
          from ((select session.connected_at, session.disconnected_at from device_session session
              where session.device_id = own.id and session.connected_at >= now() - interval '1 day'
              order by session.connected_at desc limit ${mostDrawn})
            union all (select session.connected_at, session.disconnected_at from device_session session
              where session.device_id = own.id and session.connected_at < now() - interval '1 day'
              order by session.connected_at desc limit 1)) as one
          where one.disconnected_at is null or one.disconnected_at >= now() - interval '1 day') as drawn`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, ...pictures }) => [id, pictures]))
}

/** A moment within a document, as moments are on the wire. */
const moment = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
