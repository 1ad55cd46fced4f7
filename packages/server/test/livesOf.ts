interface Stored {
  readonly lifecycle: string
  readonly sn: string
  readonly tid: string | null
  readonly orgId: string
  readonly tags: string[]
  readonly isRegistered: boolean
}

type Query = <R extends object>(text: string, values: unknown[]) => Promise<R[]>

/** What tests of the life of terminals read and write behind the product's back. */
export function livesOf(query: Query) {
  return {
    async stored(id: string): Promise<Stored> {
      const [row] = await query<Stored>(
        `select lifecycle, sn, tid, org_id as "orgId", tags, sealed_secret is not null as "isRegistered"
          from device where id = $1`,
        [id],
      )
      if (!row) throw new Error('no such terminal')
      return row
    },
    reportedNow: (id: string) =>
      query(
        `insert into device_snapshot (device_id, kind, document, reported_at)
          values ($1, 'info', '{}', now())
          on conflict (device_id, kind) do update set reported_at = excluded.reported_at`,
        [id],
      ),
    /** The id of a command under way. */
    async command(id: string, state: string): Promise<string> {
      const rows = await query<{ id: string }>(
        `insert into push_item (device_id, cmd, args, state, expires_at)
          values ($1, 'REBOOT', '{}', $2, now() + interval '1 day') returning id`,
        [id, state],
      )
      return rows[0]?.id ?? ''
    },
    async endOf(item: string) {
      const [row] = await query<{ state: string; code: string }>(
        'select state, code from push_item where id = $1',
        [item],
      )
      return row
    },
  }
}
