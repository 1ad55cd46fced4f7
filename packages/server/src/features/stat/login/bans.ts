import { isIP } from 'node:net'
import {
  codes,
  devicesPath,
  type LoginBan,
  loginBansPath,
  type loginBans,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, equals, type Page } from '../../../kit/page.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { deviceScope, kickPath } from '../../device/index.ts'

type NewBan = ParsedOf<typeof loginBans.add>['body']
type Query = ParsedOf<typeof loginBans.page>['query']

/** Bans of terminals lie where the terminal is; those of addresses are everybody's, and seen by who sees all. */
export const banScope = organizationsBy('orgId', { model: 'modelId', vendor: 'vendorId' })

const shown = sql`(select ban.id, ban.kind, ban.value, ban.reason, ban.until_at as until, ban.created_at,
    ban.device_id, device.org_id, device.model_id, device.vendor_id, device.created_by,
    place.name as org_name, author.user_name as author_name
  from login_ban ban left join device on device.id = ban.device_id
    left join organization place on place.id = device.org_id
    left join app_user author on author.id = ban.created_by) as row`

/** Bans that are in force or were, the latest first. */
export async function banPage(ctx: Context, query: Query): Promise<Page<LoginBan>> {
  const { pageNum, pageSize, kind, keyword } = query
  const where = allOf([
    banScope.rows(ctx.principal),
    ...(kind ? [equals('kind', kind)] : []),
    ...(keyword ? [sql<SqlBool>`starts_with(upper(value), ${keyword.trim().toUpperCase()})`] : []),
  ])
  const { rows } = await sql<
    LoginBan & { total: number }
  >`select row.id, row.kind, row.value, row.reason,
      row.until, coalesce(row.until <= now(), false) as is_over, row.org_name, row.created_at, row.author_name as created_by,
      count(*) over ()::integer as total
    from ${shown} where ${where} order by row.created_at desc, row.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const list = rows.map(({ total: _, ...row }) => row)
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize }
}

interface Banned {
  readonly value: string
  readonly device: { readonly id: string; readonly orgId: string } | null
}

/** Keeps a terminal, or whoever comes from an address, out; one that is there is let go. */
export async function addBan(ctx: Context, body: NewBan): Promise<{ id: string }> {
  if (body.until && Date.parse(body.until) <= ctx.now().getTime())
    throw fieldRefusal('until', 'deviceLogin.banOver')
  const { value, device } = body.kind === 'SN' ? await ofTerminal(ctx, body) : ofNetwork(ctx, body)
  const { rows } = await sql<{ id: string }>`
    insert into login_ban (kind, value, reason, until_at, org_id, device_id, created_by)
    values (${body.kind}, ${value}, ${body.reason}, ${body.until}, ${device?.orgId ?? null},
      ${device?.id ?? null}, ${ctx.principal.userId})
    on conflict (kind, value) do update set reason = excluded.reason, until_at = excluded.until_at,
      org_id = excluded.org_id, device_id = excluded.device_id,
      created_at = now(), created_by = excluded.created_by returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? ''
  ctx.note({ targetIds: [id], about: { name: value } })
  tellDoors(ctx, device)
  return { id }
}

/** Lets in again. */
export async function removeBan(ctx: Context, id: string): Promise<{ count: number }> {
  const { rows } = await sql<{ value: string; orgId: string | null }>`
    select value, org_id from ${shown} where id = ${id} and ${banScope.rows(ctx.principal)}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw notFound()
  await sql`delete from login_ban where id = ${id}`.execute(ctx.db)
  ctx.note({ targetIds: [id], about: { name: found.value } })
  tellDoors(ctx, null)
  return { count: 1 }
}

async function ofTerminal(ctx: Context, { value }: NewBan): Promise<Banned> {
  const sn = value.trim().toUpperCase()
  const { rows } = await sql<NonNullable<Banned['device']>>`select id, org_id from device
    where sn = ${sn} and deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const [device] = rows
  if (!device) throw fieldRefusal('value', 'mqttLog.unknownTerminal', { sn })
  return { value: sn, device }
}

/** An address is everybody's: whoever bans it must see everybody. */
function ofNetwork({ principal }: Context, { value }: NewBan): Banned {
  if (!principal.scope.all) throw new Refusal(codes.forbidden, 'deviceLogin.addressNeedsAll')
  const [address = '', bits, more] = value.trim().toLowerCase().split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const isShort = bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  if (longest === 0 || isShort || more !== undefined)
    throw fieldRefusal('value', 'deviceLogin.noNetwork')
  // A network of half the world is a slip of the hand.
  if (bits !== undefined && Number(bits) < 8) throw fieldRefusal('value', 'deviceLogin.wideNetwork')
  return { value: [address, bits].filter((part) => part !== undefined).join('/'), device: null }
}

/** The doors read who is banned anew; a terminal that is there is let go, and its pass looked at. */
function tellDoors(ctx: Context, device: Banned['device']): void {
  ctx.changed(loginBansPath, [])
  if (!device) return
  ctx.changed(kickPath, [device.id], [device.orgId])
  ctx.changed(devicesPath, [device.id], [device.orgId])
}
