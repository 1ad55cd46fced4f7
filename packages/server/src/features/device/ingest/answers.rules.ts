import { mostAcknowledged } from '@muster/contract'
import type { LinkEvent } from './sortBatch.rules.ts'

/** What a terminal is told of messages that it repeats until it is told. */
export interface Answer {
  readonly sn: string
  readonly kept: string[]
  readonly refused: string[]
}

/** One answer for each terminal that asked, and another one where it has no more room. */
export function answersTo(
  events: readonly LinkEvent[],
  outcome: 'kept' | 'refused' = 'kept',
): Answer[] {
  const answers: Answer[] = []
  const open = new Map<string, Answer>()
  const answerOf = (sn: string): Answer => {
    const known = open.get(sn)
    if (known && known.kept.length + known.refused.length < mostAcknowledged) return known
    const answer: Answer = { sn, kept: [], refused: [] }
    open.set(sn, answer)
    answers.push(answer)
    return answer
  }
  for (const event of events)
    if (event.kind === 'refused') answerOf(event.sn).refused.push(event.messageId)
    else if (event.kind === 'up' && event.message.asks)
      answerOf(event.sn)[outcome].push(event.message.id)
  return answers
}
