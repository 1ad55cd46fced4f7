import type pg from 'pg'

/** What a command has found out, as its terminal says. */
export interface FoundResult {
  readonly itemId: string
  readonly deviceId: string
  readonly result: Readonly<Record<string, unknown>>
}

/** Keeps what commands and tasks have found out that are done, but for values of parameters; a terminal speaks of its own commands only. */
export async function saveResults(
  client: pg.ClientBase,
  results: readonly FoundResult[],
): Promise<void> {
  if (results.length === 0) return
  await client.query({
    name: 'command.results',
    text: `insert into command_result (item_id, device_id, document)
      select item.id, item.device_id, told.result
      from jsonb_to_recordset($1::jsonb) as told ("itemId" uuid, "deviceId" uuid, result jsonb)
        join push_item item on item.id = told."itemId" and item.device_id = told."deviceId"
      -- What a terminal runs with its heartbeats tell.
      where item.state = 'SUCCESS' and item.cmd <> 'PARAM' on conflict (item_id) do nothing`,
    values: [JSON.stringify(results)],
  })
}

/** Parameters that an application did not take, as its terminal says. */
export interface FoundRefusals {
  readonly itemId: string
  readonly deviceId: string
  readonly refused: readonly { readonly p: string; readonly why: string }[]
}

/** Keeps what applications did not take; a terminal speaks of its own items only. */
export async function saveRefusals(
  client: pg.ClientBase,
  refusals: readonly FoundRefusals[],
): Promise<void> {
  if (refusals.length === 0) return
  await client.query({
    name: 'param.refusals',
    text: `insert into param_refusal (item_id, device_id, pid, why)
      select item.id, item.device_id, one.p, one.why
      from jsonb_to_recordset($1::jsonb) as told ("itemId" uuid, "deviceId" uuid, refused jsonb)
        join push_item item on item.id = told."itemId" and item.device_id = told."deviceId" and item.cmd = 'PARAM'
        cross join lateral jsonb_to_recordset(told.refused) as one (p text, why text)
      order by 1, 3 on conflict (item_id, pid) do update set why = excluded.why`,
    values: [JSON.stringify(refusals)],
  })
}
