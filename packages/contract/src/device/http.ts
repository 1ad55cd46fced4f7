/** What a terminal asks over HTTPS before it connects; docs/device-protocol.md says how. */
export const deviceHttp = {
  time: '/device/v1/time',
  register: '/device/v1/register',
  token: '/device/v1/token',
  /** The way of messages where there is no MQTT. */
  poll: '/device/v1/poll',
  speed: '/device/v1/speed',
  ticket: '/device/v1/download/ticket',
  file: '/device/v1/file',
  /** `/init`, and below it the address that its answer says. */
  handIn: '/device/v1/upload',
  store: '/device/v1/store',
  /** Values of parameters, by the item that wants them. */
  param: '/device/v1/param',
} as const

/** So much goes each way in a SPEED_TEST. */
export const speedBytes = 1_000_000
