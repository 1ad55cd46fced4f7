import * as z from 'zod/mini'
import { once } from '../core/once.ts'
import { short } from './messageParts.ts'

/** Messages that one poll brings or gets, at most. */
export const mostPolled = 100

/** Seconds that an answer is held back at most, while nothing waits. */
export const longestPoll = 50

/** Body of `POST /device/v1/poll?sn=…`; the terminal proves itself as for an MQTT password. */
export const pollWish = once(() =>
  z.object({
    /** Messages of the terminal, in their envelopes, as it would publish them. */
    messages: z._default(z.array(z.unknown()).check(z.maxLength(mostPolled)), []),
    /** Ids of messages that it has got by polls before: they do not come again. */
    got: z._default(z.array(short()).check(z.maxLength(mostPolled)), []),
    /** Seconds that the answer may take, while nothing waits for the terminal. */
    wait: z._default(z.int().check(z.minimum(0), z.maximum(longestPoll)), 0),
  }),
)

/** Answer: all that the poll brought is kept, or answered by D-ACK as what it is. */
export const pollAnswer = once(() =>
  z.object({
    /** Signed messages to the terminal, as the broker would bring them. */
    messages: z.array(z.unknown()),
    /** More wait: the next poll gets them. */
    more: z.boolean(),
  }),
)
