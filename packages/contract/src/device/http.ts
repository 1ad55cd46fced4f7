/** What a terminal asks over HTTPS before it connects; docs/device-protocol.md says how. */
export const deviceHttp = {
  time: '/device/v1/time',
  register: '/device/v1/register',
  token: '/device/v1/token',
  ticket: '/device/v1/download/ticket',
  file: '/device/v1/file',
} as const
