import type { ServerResponse } from 'node:http'
import { codes } from '@muster/contract'
import { Refusal } from '../kit/refusal.ts'
import type { Sender } from './authenticate.ts'

/** Large bodies that lie in memory at a time, in this process. */
const mostAtOnce = 16
/** How many may be one session's: enough for some tabs that send three at a time, and never all. */
const mostOfSession = 12
/** How many may be of all who name a client and prove nothing before the body is here: ids are no secret. */
const mostNamed = 4

const taken: string[] = []

/**
 * Lets a large body come, or sends its caller away before a byte of it is read: strangers for good,
 * others for some seconds.
 */
export function takeBodyTurn(sender: Sender | null, answer: ServerResponse): void {
  if (sender === null) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
  const [share, most] = sender === 'named' ? [sender, mostNamed] : [sender.sessionId, mostOfSession]
  const ofShare = taken.filter((one) => one === share).length
  // Who hung up meanwhile would never give the turn back.
  if (taken.length >= mostAtOnce || ofShare >= most || answer.destroyed)
    throw new Refusal(codes.unavailable, 'refusal.unavailable')
  taken.push(share)
  answer.once('close', () => taken.splice(taken.indexOf(share), 1))
}
