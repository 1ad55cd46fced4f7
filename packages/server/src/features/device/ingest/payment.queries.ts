import type pg from 'pg'

/** Days by which what is usual goes: an older one counts less and less. */
const usualDays = 14

/** What an hour that is over comes to beside the same hour of the days before. */
const folded = `known.usual[extract(hour from known.hour at time zone 'UTC')::integer + 1]`
const known = `known.days[extract(hour from known.hour at time zone 'UTC')::integer + 1]`
// Heard of in the next hour, too: else nobody knows until when it was there.
const isOver = `known.is_whole and excluded.hour = known.hour + interval '1 hour'`

/**
 * Keeps how many payments terminals have taken, told `age` milliseconds ago. A counter that has not
 * moved within the hour writes nothing.
 */
export async function savePayments(
  client: Pick<pg.ClientBase, 'query'>,
  told: ReadonlyMap<string, number>,
  age: number,
): Promise<void> {
  // In one order: two batches that wait for each other's rows would both fail.
  const rows = [...told].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await client.query({
    name: 'link.payments',
    text: `insert into device_payment as known (device_id, total, hour)
      select told.device_id, told.total,
        date_trunc('hour', statement_timestamp() - $3::float8 * interval '1 millisecond', 'UTC')
      from unnest($1::uuid[], $2::bigint[]) as told (device_id, total)
        join device on device.id = told.device_id
        left join device_payment before on before.device_id = told.device_id
      where before.total is distinct from told.total
        or before.hour < date_trunc('hour', statement_timestamp() - $3::float8 * interval '1 millisecond', 'UTC')
      order by 1
      on conflict (device_id) do update set
        usual[extract(hour from known.hour at time zone 'UTC')::integer + 1] = case when ${isOver}
          then ${folded} + (known.count - ${folded}) / least(${known} + 1, ${usualDays}) else ${folded} end,
        days[extract(hour from known.hour at time zone 'UTC')::integer + 1] = case when ${isOver}
          then least(${known} + 1, ${usualDays}) else ${known} end,
        is_whole = case when excluded.hour > known.hour
          then excluded.hour = known.hour + interval '1 hour' else known.is_whole end,
        count = case when excluded.hour > known.hour + interval '1 hour' then 0 else
          case when excluded.hour > known.hour then 0 else known.count end
            + case when excluded.total >= known.total then excluded.total - known.total else excluded.total end end,
        taken = known.taken
          + case when excluded.total >= known.total then excluded.total - known.total else excluded.total end,
        total = excluded.total, hour = excluded.hour
      where known.hour <= excluded.hour and (known.total <> excluded.total or known.hour < excluded.hour)`,
    values: [
      `{${rows.map(([deviceId]) => deviceId).join(',')}}`,
      `{${rows.map(([, total]) => total).join(',')}}`,
      Math.max(0, age),
    ],
  })
}
