import type { LinkProtocol, LoginEnd, LoginFailureCause, TextKey } from '@muster/contract'

/** How connections ended, in the words of a terminal's own page. */
export const endTexts: Readonly<Record<LoginEnd, TextKey>> = {
  disconnect: 'device.reason.disconnect',
  network: 'device.reason.network',
  keepAlive: 'device.reason.keepAlive',
  takeover: 'device.reason.takeover',
  protocol: 'device.reason.protocol',
  revoked: 'device.reason.revoked',
  kicked: 'device.reason.kicked',
  missedBeats: 'device.reason.missedBeats',
  expired: 'device.reason.expired',
  shutdown: 'device.reason.shutdown',
  serverLost: 'device.reason.serverLost',
}

export const causeTexts: Readonly<Record<LoginFailureCause, TextKey>> = {
  UNKNOWN_SN: 'deviceLogin.cause.UNKNOWN_SN',
  BAD_SECRET: 'deviceLogin.cause.BAD_SECRET',
  UNREADABLE: 'deviceLogin.cause.UNREADABLE',
  REPEATED: 'deviceLogin.cause.REPEATED',
  NOT_PERMITTED: 'deviceLogin.cause.NOT_PERMITTED',
  BANNED: 'deviceLogin.cause.BANNED',
  CERTIFICATE: 'deviceLogin.cause.CERTIFICATE',
  CLIENT_ID: 'deviceLogin.cause.CLIENT_ID',
  ENROLMENT_KEY: 'deviceLogin.cause.ENROLMENT_KEY',
}

/** How terminals come in. */
export const protocolTexts: Readonly<Record<LinkProtocol, TextKey>> = {
  MQTT: 'deviceLogin.protocol.MQTT',
  MQTTS: 'deviceLogin.protocol.MQTTS',
  WS: 'deviceLogin.protocol.WS',
  WSS: 'deviceLogin.protocol.WSS',
  HTTPS: 'deviceLogin.protocol.HTTPS',
  NATS: 'deviceLogin.protocol.NATS',
}

export const banKindTexts = {
  SN: 'deviceLogin.banKind.SN',
  ADDRESS: 'deviceLogin.banKind.ADDRESS',
} as const
