/** Whether no good key is in a slot: a key that is over is none, whatever its terminal says of it. */
export const isMissingSql = (held: string): string =>
  `(${held}.state <> 'OK' or ${held}.expires_at <= now())`

/** Key slots of a `device` in which no good key is, by its own word or by its model's, as `<slot> <type>`. */
export const missingKeysSql = `select lacking.slot || ' ' || lacking.type from missing_key lacking
  where lacking.device_id = device.id order by lacking.slot, lacking.type`
