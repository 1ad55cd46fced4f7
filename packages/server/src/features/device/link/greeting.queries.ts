import type pg from 'pg'

/** What a terminal is told when it comes. */
export interface Greeting {
  readonly sn: string
  /** Rises whenever the settings of its model change. */
  readonly rev: number
  readonly heartbeatSeconds: number
}

/** The settings in force for these terminals. */
export async function findGreetings(
  pool: pg.Pool,
  deviceIds: readonly string[],
  heartbeatSeconds: number,
): Promise<Greeting[]> {
  const { rows } = await pool.query<Greeting>({
    name: 'link.greetings',
    text: `select device.sn, model.version as rev, coalesce(model.heartbeat_seconds, $2::integer) as "heartbeatSeconds"
      from device join model on model.id = device.model_id where device.id = any($1::uuid[])`,
    values: [deviceIds, heartbeatSeconds],
  })
  return rows
}

/** Which of these terminals are of these models. */
export async function ofModels(
  pool: pg.Pool,
  deviceIds: readonly string[],
  modelIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select device.id from device where device.id = any($1::uuid[]) and device.model_id = any($2::uuid[])`,
    [deviceIds, modelIds],
  )
  return rows.map(({ id }) => id)
}
