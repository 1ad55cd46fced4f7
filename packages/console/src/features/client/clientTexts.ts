import { type Client, type ClientEvent, testEvent, type TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'

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

export const webhookTexts: Readonly<Record<Client['webhookState'], TextKey>> = {
  NONE: 'client.webhookState.NONE',
  WORKING: 'client.webhookState.WORKING',
  FAILING: 'client.webhookState.FAILING',
  STOPPED: 'client.webhookState.STOPPED',
}

/** What a client may choose to hear of. */
export const chosenEventTexts: Readonly<Record<ClientEvent, TextKey>> = {
  'device.online': 'client.event.device.online',
  'device.offline': 'client.event.device.offline',
  'device.created': 'client.event.device.created',
  'device.updated': 'client.event.device.updated',
  'device.state': 'client.event.device.state',
  'device.removed': 'client.event.device.removed',
  'device.restored': 'client.event.device.restored',
  'device.alarm': 'client.event.device.alarm',
  'command.finished': 'client.event.command.finished',
  'user.locked': 'client.event.user.locked',
}

/** All that is sent: what was chosen, and tests. */
export const eventTexts: Readonly<Record<string, TextKey>> = {
  ...chosenEventTexts,
  [testEvent]: 'client.event.test',
}

/** An event in words; one of an earlier version by its name. */
export function eventText(event: string): string {
  const key = eventTexts[event]
  return key ? t(key) : event
}
