/** What can happen to a terminal: told by itself (U-EVT) or found by the server. */
export const eventCodes = [
  'BATTERY_LOW',
  'STORAGE_LOW',
  'PAPER_OUT',
  'PRINTER_ERROR',
  'TAMPERED',
  'ROOTED',
  'SIM_CHANGED',
  'APP_CRASHED',
  'CLOCK_SKEWED',
  'FENCE_LEFT',
  'FENCE_ENTERED',
  'CLONE_SUSPECTED',
  'UNAUTHORISED_CONTACT',
  'LOST_CONTACT',
  'CAPABILITY_MISMATCH',
] as const
export type EventCode = (typeof eventCodes)[number]
