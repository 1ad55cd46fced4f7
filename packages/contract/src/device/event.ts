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

/** Those that a terminal finds out by itself; only these may it tell. */
export const reportedEventCodes = [
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
] as const satisfies readonly EventCode[]

/** How grave something is, the least first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]
