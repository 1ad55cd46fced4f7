import type pg from 'pg'

/** What a command has found out, as its terminal says. */
export interface FoundResult {
  readonly itemId: string
  readonly deviceId: string
  readonly result: Readonly<Record<string, unknown>>
}

/** Keeps what commands have found out that are done; a terminal speaks of its own commands only. */
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
      where item.state = 'SUCCESS' on conflict (item_id) do nothing`,
    values: [JSON.stringify(results)],
  })
}
