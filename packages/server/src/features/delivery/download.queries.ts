import type pg from 'pg'
import { isWanted } from './artifact.queries.ts'
import type { Artifact } from './artifact.queries.ts'

interface Grant extends Artifact {
  readonly itemId: string
  readonly deviceId: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

/** Lets a terminal read the file of its item by a new token; the one before is void. */
export async function grantDownload(pool: pg.Pool, grant: Grant): Promise<void> {
  const { itemId, deviceId, orgId, stationId, tokenHash, sha256, bytes, name, expiresAt } = grant
  await pool.query({
    name: 'delivery.grant',
    text: `insert into download (item_id, device_id, org_id, station_id, token_hash, sha256, bytes, name,
        expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (item_id) do update set org_id = excluded.org_id, station_id = excluded.station_id,
        token_hash = excluded.token_hash, sha256 = excluded.sha256, bytes = excluded.bytes,
        name = excluded.name, expires_at = excluded.expires_at, asked_at = now()`,
    values: [itemId, deviceId, orgId, stationId, tokenHash, sha256, bytes, name, expiresAt],
  })
}

/** A download as its token finds it. */
export interface Download {
  readonly itemId: string
  readonly orgId: string
  readonly stationId: string | null
  readonly sha256: Buffer
  readonly bytes: number
  readonly name: string
  readonly isOver: boolean
  /** Whether its item is still under way. */
  readonly isWanted: boolean
}

export async function findDownload(pool: pg.Pool, tokenHash: Buffer): Promise<Download | null> {
  const { rows } = await pool.query<Download>({
    name: 'delivery.find',
    text: `select item_id as "itemId", org_id as "orgId", station_id as "stationId", sha256, bytes, name,
        expires_at <= now() as "isOver", ${isWanted} as "isWanted"
      from download where token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

/** Hashes of the parts of a content; null: they are not known. */
export async function findParts(
  pool: pg.Pool,
  sha256: Buffer,
): Promise<{ readonly partBytes: number; readonly hashes: Buffer } | null> {
  const { rows } = await pool.query<{ partBytes: number; hashes: Buffer }>({
    name: 'delivery.parts',
    text: `select part_bytes as "partBytes", hashes from content_part where sha256 = $1`,
    values: [sha256],
  })
  return rows[0] ?? null
}

/** Other places that terminals of an organisation may download from, the likeliest first. */
export async function findDownloadPlaces(pool: pg.Pool, orgId: string): Promise<string[]> {
  const { rows } = await pool.query<{ url: string }>({
    name: 'delivery.places',
    text: `select point.url from organization here join access_point point on point.kind = 'DOWNLOAD'
        and (point.org_id is null
          or point.org_id in (select over.id from organization over where over.path @> here.path))
      where here.id = $1 and point.status = 1 and point.deleted_at is null
      order by point.weight desc, point.url limit 5`,
    values: [orgId],
  })
  return rows.map(({ url }) => url)
}

/** Forgets what nobody may read any more. */
export async function forgetDownloads(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from download where expires_at < now() - interval '1 day'`)
}
