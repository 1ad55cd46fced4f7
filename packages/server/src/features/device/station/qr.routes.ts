import { mostPrinted, type stations } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { deviceScope } from '../deviceScope.ts'
import { activationText } from './station.rules.ts'
import { stationScope } from './stationScope.ts'

interface Printed {
  readonly name: string
  readonly code: string
  readonly address: string
  readonly orgName: string
}

interface Terminal {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly tid: string | null
}

/** The page of codes that terminals of a station read to become active. */
export const qrHandlers: Handlers<Pick<typeof stations, 'qr'>> = {
  qr: async ({ params: { id } }, ctx) => {
    const { rows } = await sql<Printed>`select name, code, address, org_name from station_row as row
      where id = ${id} and deleted_at is null and ${stationScope.rows(ctx.principal)}`.execute(
      ctx.db,
    )
    if (!rows[0]) throw notFound()
    const mine = sql`station_id = ${id} and deleted_at is null and ${deviceScope.rows(ctx.principal)}`
    const { rows: found } = await sql<Terminal>`select id, sn, name, tid from device
      where ${mine} order by sn limit ${mostPrinted}`.execute(ctx.db)
    const isMore = found.length === mostPrinted
    const { publicUrl } = ctx.platform.env
    return {
      ...rows[0],
      terminals: found.map((one) => ({
        ...one,
        text: one.tid === null ? null : activationText(one.sn, one.tid, publicUrl),
      })),
      more: isMore ? await countBeyond(ctx, mine) : 0,
    }
  },
}

/** Terminals that the page has no room for. */
async function countBeyond(
  { db }: Pick<Context, 'db'>,
  mine: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from device
    where ${mine}`.execute(db)
  return Math.max(0, (rows[0]?.count ?? 0) - mostPrinted)
}
