import type { Client, TextKey } from '@muster/contract'

export const kindTexts: Readonly<Record<Client['kind'], TextKey>> = {
  OPEN_API: 'client.kind.OPEN_API',
  CONSOLE: 'client.kind.CONSOLE',
  DEVICE_AGENT: 'client.kind.DEVICE_AGENT',
  WEBHOOK: 'client.kind.WEBHOOK',
}

export const stateTexts: Readonly<Record<Client['state'], TextKey>> = {
  ACTIVE: 'client.state.ACTIVE',
  SECRET_ROTATING: 'client.state.SECRET_ROTATING',
  EXPIRED: 'client.state.EXPIRED',
  DISABLED: 'client.state.DISABLED',
}
