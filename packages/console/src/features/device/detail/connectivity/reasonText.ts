import type { TextKey } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'

/** Reasons that the server itself writes down. */
const reasonTexts: ReadonlyMap<string, TextKey> = new Map([
  ['disconnect', 'device.reason.disconnect'],
  ['network', 'device.reason.network'],
  ['keepAlive', 'device.reason.keepAlive'],
  ['takeover', 'device.reason.takeover'],
  ['protocol', 'device.reason.protocol'],
  ['revoked', 'device.reason.revoked'],
  ['kicked', 'device.reason.kicked'],
  ['missedBeats', 'device.reason.missedBeats'],
  ['expired', 'device.reason.expired'],
  ['shutdown', 'device.reason.shutdown'],
  ['serverLost', 'device.reason.serverLost'],
  ['reboot', 'device.reason.reboot'],
  ['off', 'device.reason.off'],
  ['moved', 'device.reason.moved'],
])

/** Why a connection ended, in words; a terminal's own word is shown as it came. */
export function reasonText(reason: string): string {
  const key = reasonTexts.get(reason)
  return key ? t(key) : reason
}
