import type pg from 'pg'
import type { Registration } from '../envelope.rules.ts'

/** Terminals of one organisation's keys that are kept: who makes numbers up fills no table. */
const most = 1000

interface ModelKnock {
  readonly sn: string
  readonly orgId: string
  readonly ip: string | null
  readonly contact: Pick<Registration, 'model' | 'vendor' | 'firmware'>
}

/** Keeps that a terminal said to be of a model which nobody has, once a minute at most. True: it was not known to. */
export async function noteModelKnock(
  client: pg.ClientBase,
  { sn, orgId, ip, contact: { vendor, model, firmware } }: ModelKnock,
): Promise<boolean> {
  const { rows } = await client.query<{ isNew: boolean }>(
    `insert into model_knock as known (sn, org_id, vendor_code, model_code, firmware, ip)
      select $1, $2, $3, $4, $5, $6
      where exists (select from model_knock own where own.sn = $1 and own.org_id = $2)
        or (select count(*) from (select from model_knock of_org where of_org.org_id = $2 limit ${most}) as kept) < ${most}
      on conflict (sn, org_id) do update set vendor_code = excluded.vendor_code, model_code = excluded.model_code,
          firmware = excluded.firmware, ip = excluded.ip, times = known.times + 1, at = now()
        where known.at < now() - interval '1 minute'
          or (known.vendor_code, known.model_code) is distinct from (excluded.vendor_code, excluded.model_code)
      returning known.times = 1 as "isNew"`,
    [sn, orgId, vendor, model, firmware, ip],
  )
  return rows[0]?.isNew ?? false
}

/** It came again and said to be of a model that somebody has. */
export async function forgetModelKnock(
  client: pg.ClientBase,
  { sn, orgId }: { readonly sn: string; readonly orgId: string },
): Promise<void> {
  await client.query('delete from model_knock where sn = $1 and org_id = $2', [sn, orgId])
}
