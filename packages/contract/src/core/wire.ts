/** Request headers of the spec (section 7): language, token, timestamp, client id, signature. */
export const headers = {
  language: 'LANGUAGE',
  token: 'ACCESSTOKEN',
  timestamp: 'TIMESTAMP',
  clientId: 'CLIENTID',
  signature: 'SIGNATURE',
  idempotencyKey: 'Idempotency-Key',
  /** `1` on a call that no person asked for (a poll, a refresh): it does not keep a session alive. */
  background: 'BACKGROUND',
} as const

/** Every answer of a call below `/admin`. */
export interface Envelope<T> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

/** Codes that mean success, as a number or as text. */
export const successCodes: readonly unknown[] = [200, 0, '200', '0']

/** Answer codes. From 40000 on, the first three digits are the HTTP status. */
export const codes = {
  success: 200,
  accepted: 202,
  warning: 102,
  signInAgain: 10000,
  badRequest: 400,
  forbidden: 403,
  notFound: 404,
  tooLarge: 413,
  tooManyRequests: 429,
  failure: 500,
  unavailable: 503,
  badSignature: 40101,
  clockSkew: 40102,
  replayed: 40103,
  badCredentials: 40104,
  accountLocked: 40105,
  captchaRequired: 40106,
  captchaWrong: 40107,
  codeRequired: 40108,
  codeWrong: 40109,
  totpRequired: 40110,
  totpWrong: 40111,
  accountDisabled: 40112,
  accountExpired: 40113,
  addressNotAllowed: 40114,
  linkOver: 40115,
  passwordChangeRequired: 40301,
  secondFactorRequired: 40302,
  /** A dangerous call: the session's owner proves himself once more (`stepUp`), then it is repeated. */
  proofRequired: 40303,
  /** Who looks on as another only reads. */
  readOnly: 40304,
  versionConflict: 40901,
  duplicate: 40902,
  idempotencyConflict: 40903,
  wrongState: 40904,
  /** Other records match by now than the caller has seen: `data.count` says how many. */
  countChanged: 40905,
  /** The terminal cannot do it: `data` says why, and from which version on it could. */
  unsupported: 40906,
  storageFull: 50700,
} as const

/** One broken rule of one field; `data.fields` of an answer with code 400 or 40902. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}
