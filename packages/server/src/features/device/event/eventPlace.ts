/** Columns of an event that say what its terminal is, and whose it is when it happens. */
export const eventPlace = 'sn, org_id, vendor_id, model_id, created_by'

/** The same of a terminal. */
export const placeOfDevice =
  'device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by'
