import type pg from 'pg'

export interface Stray {
  readonly deviceId: string
  readonly sessionId: string
  /** When it was found; epoch milliseconds of the database. */
  readonly at: number
}

interface Slice {
  readonly nodeId: string
  /** The last terminal of the slice before; null: from the first. */
  readonly after: string | null
  readonly most: number
}

/** Terminals that are on record with a gateway, a slice at a time: those that it does not hold (any more) are strays. */
export async function readPresent(
  client: pg.Pool,
  { nodeId, after, most }: Slice,
): Promise<Stray[]> {
  const { rows } = await client.query<Stray>({
    name: 'link.present',
    text: `select online.device_id as "deviceId", online.session_id as "sessionId",
        (extract(epoch from now()) * 1000)::float8 as at from device_online online
      where online.node_id = $1 and online.device_id > coalesce($2::uuid, nil_uuid())
      order by online.device_id limit $3`,
    values: [nodeId, after, most],
  })
  return rows
}
