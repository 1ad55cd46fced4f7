import type { FoundCrash, handedFile } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Principal } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { dropContent } from '../../file/index.ts'

type Db = Kysely<DB>

export type HandedKind = z.output<ReturnType<typeof handedFile>>['kind']

/** What a terminal was asked to hand in. */
export interface Wanted {
  readonly kind: HandedKind
  readonly args: Readonly<Record<string, unknown>>
  readonly sn: string
}

/** What a terminal's own item asks for, while that is under way; null: nothing. */
export async function findWanted(
  db: Db,
  { itemId, deviceId }: { readonly itemId: string; readonly deviceId: string },
): Promise<Wanted | null> {
  const { rows } = await sql<Wanted>`select device.sn, coalesce(item.args, push.args, '{}') as args,
      case item.cmd when 'LOG_PULL' then 'LOG' else 'SCREENSHOT' end as kind
    from push_item item join device on device.id = item.device_id left join push on push.id = item.push_id
    where item.id = ${itemId} and item.device_id = ${deviceId} and item.ended_at is null
      and item.cmd in ('LOG_PULL', 'SCREENSHOT')`.execute(db)
  return rows[0] ?? null
}

interface Begun {
  readonly itemId: string
  readonly deviceId: string
  readonly kind: HandedKind
  readonly bytes: number
  readonly sha256: Buffer
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

/**
 * Lets a terminal hand in by a new token, from where it was with the same bytes. What an earlier attempt
 * at the same item has handed in gives way.
 */
export function beginHanding(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  begun: Begun,
): Promise<number> {
  const { itemId, deviceId, kind, bytes, sha256, tokenHash, expiresAt } = begun
  return db.transaction().execute(async (own) => {
    const { rows: before } = await sql<{ sha256: Buffer }>`select sha256 from handed_file
      where item_id = ${itemId} and state = 'STORED' for update`.execute(own)
    const { rows } = await sql<{ received: number }>`insert into handed_file as known
        (item_id, device_id, org_id, kind, bytes, sha256, token_hash, expires_at)
      values (${itemId}, ${deviceId}, (select org_id from device where id = ${deviceId}), ${kind}, ${bytes}, ${sha256},
        ${tokenHash}, ${expiresAt})
      on conflict (item_id) do update set org_id = excluded.org_id, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
        received = case when known.state = 'OPEN' and known.sha256 = excluded.sha256 and known.bytes = excluded.bytes
          then known.received else 0 end,
        bytes = excluded.bytes, sha256 = excluded.sha256, state = 'OPEN', name = '', stored_at = null,
        lines = null, found = '[]', packages = '{}', keep_until = null
      returning received`.execute(own)
    await dropContent(
      { db: own, env },
      before.map(({ sha256 }) => sha256),
    )
    return rows[0]?.received ?? 0
  })
}

export interface Handing {
  readonly itemId: string
  readonly kind: HandedKind
  readonly sn: string
  readonly bytes: number
  readonly received: number
  readonly sha256: Buffer
  readonly args: Readonly<Record<string, unknown>>
}

/** What is handed in by a token, while its item is under way; nobody else writes it until the commit. */
export async function lockHanding(db: Db, tokenHash: Buffer): Promise<Handing | null> {
  const { rows } =
    await sql<Handing>`select file.item_id, file.kind, device.sn, file.bytes, file.received,
      file.sha256, coalesce(item.args, push.args, '{}') as args
    from handed_file file join push_item item on item.id = file.item_id
      join device on device.id = file.device_id left join push on push.id = item.push_id
    where file.token_hash = ${tokenHash} and file.state = 'OPEN' and file.expires_at > now()
      and item.ended_at is null and device.status = 1
    for update of file`.execute(db)
  return rows[0] ?? null
}

/** Notes how much of it there is. */
export const saveReceived = (db: Db, itemId: string, received: number): Promise<unknown> =>
  sql`update handed_file set received = ${received} where item_id = ${itemId}`.execute(db)

/** What a log holds. */
export interface TextFacts {
  readonly lines: number
  readonly found: readonly FoundCrash[]
}

interface Whole {
  readonly name: string
  readonly text: TextFacts | null
}

/** It is whole, and what it was meant to be. */
export function saveStored(db: Db, itemId: string, { name, text }: Whole): Promise<unknown> {
  const found = text?.found ?? []
  const packages = [...new Set(found.flatMap((crash) => crash.package ?? 'unknown'))]
  return sql`update handed_file set state = 'STORED', name = ${name}, stored_at = now(), lines = ${text?.lines ?? null},
      found = ${JSON.stringify(found)}::jsonb, packages = ${packages}
    where item_id = ${itemId}`.execute(db)
}

/**
 * Whose a file is: of the organisation that had the terminal when it handed in. Terminals move on, their
 * logs stay. Over `handed` and `device`.
 */
export const handedScope = organizationsBy('handed.orgId', {
  creator: 'device.createdBy',
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

/** What has been handed in for an item, as far as the reader may see it, or null, as one value. */
export const handedFileOf = (itemId: RawBuilder<unknown>, reader: Principal) =>
  sql`(select jsonb_build_object('kind', handed.kind, 'name', handed.name, 'bytes', handed.bytes)
    from handed_file handed where handed.item_id = ${itemId} and handed.state = 'STORED'
      and ${handedScope.rows(reader)})`
