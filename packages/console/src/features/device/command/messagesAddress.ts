import { addressText } from '../../../platform/address.ts'

const dayMs = 86_400_000

/** An item, and when it was sent, or is to be. */
interface Said {
  readonly id: string
  readonly at: string
}

/**
 * Where in the trail of messages stands what was said with a terminal about an item: the conversation that is
 * named after it, from a day before it was sent last, as an attempt before may have been.
 */
export const messagesAddress = (path: string, { id, at }: Said): string =>
  addressText({
    path,
    query: { correlationId: id, from: new Date(Date.parse(at) - dayMs).toISOString() },
  })
