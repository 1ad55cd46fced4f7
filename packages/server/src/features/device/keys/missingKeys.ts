/** Key slots of a `device` in which no good key is, as `<slot> <type>`. */
export const missingKeysSql = `select held.slot || ' ' || held.type from device_key held
  where held.device_id = device.id and held.state <> 'OK' order by held.slot, held.type`
