/** Whether no good key is in a slot: a key that is over is none, whatever its terminal says of it. */
export const isMissingSql = (held: string): string =>
  `(${held}.state <> 'OK' or ${held}.expires_at <= now())`

/** Key slots of a `device` in which no good key is, as `<slot> <type>`. */
export const missingKeysSql = `select held.slot || ' ' || held.type from device_key held
  where held.device_id = device.id and ${isMissingSql('held')} order by held.slot, held.type`
