/** What a key slot of a terminal may hold, in the words of TR-31, TR-34 and ANSI X9.24. */
export const keyTypes = [
  'DUKPT_PIN',
  'DUKPT_DATA',
  'DUKPT_MAC',
  'MASTER_SESSION',
  'TMK',
  'TPK',
  'TAK',
  'TDK',
  'KBPK',
  'TR34',
  'RSA',
  'OTHER',
] as const
export type KeyType = (typeof keyTypes)[number]

/** How a slot is. MISSING: a key belongs there, and is not, or not whole; EXPIRED: it must not be used any more. */
export const keyStates = ['OK', 'MISSING', 'EXPIRED'] as const
export type KeyState = (typeof keyStates)[number]

/** Key slots that one terminal tells of, at most. */
export const mostKeySlots = 64

/** Key slots that a model demands, at most. */
export const mostRequiredKeys = 32

/** 0 to 65535, written the shortest way, or a name that is too short for a key. */
export const keySlotPattern =
  /^(?:0|[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]|[A-Za-z][A-Za-z0-9._-]{0,14})$/
