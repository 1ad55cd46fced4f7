import * as z from 'zod/mini'
import { down } from '../core/deviceMessage.ts'
import { short } from './messageParts.ts'

/** Ids that one D-ACK has room for. */
export const mostAcknowledged = 500

const messageIds = () => z.array(short()).check(z.maxLength(mostAcknowledged))

/** D-ACK: what became of up messages that asked for it. Lost on its way, it comes again when they do. */
export const acknowledgement = down(
  'ack',
  () =>
    z.object({
      /** Ids of messages that are in the database. */
      kept: messageIds(),
      /** Ids of messages that break the rules and were thrown away: sending them again is in vain. */
      refused: z.optional(messageIds()),
    }),
  { qos: 0 },
)
