import { ruledMessages, type RuledMessage } from '@muster/contract'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkRules } from './linkSettings.ts'

const isRuled = (type: string): type is RuledMessage => ruledMessages.some((one) => one === type)

/** The type of a message, as its topic `…/down/{type}` names it. */
const typeOf = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1)

/** A link that sends each message at the quality that is set for its type. */
export const ruledLink = (link: DeviceLink, rules: () => LinkRules): DeviceLink => ({
  ...link,
  publishDown(message) {
    const type = typeOf(message.topic)
    if (!isRuled(type)) return link.publishDown(message)
    return link.publishDown({ ...message, qos: rules()[`${type}Qos`] === '0' ? 0 : 1 })
  },
})

/** A key whose messages expire as is set for their type, and never later than they would. */
export const ruledKey = (key: DownKey, rules: () => LinkRules): DownKey => ({
  ...key,
  envelope(sn, content) {
    const { type, at, expiresAt } = content
    const seconds = isRuled(type) ? rules()[`${type}Expiry`] : 0
    if (seconds === 0) return key.envelope(sn, content)
    const end = at.getTime() + seconds * 1000
    return key.envelope(sn, { ...content, expiresAt: Math.min(end, expiresAt ?? end) })
  },
})
