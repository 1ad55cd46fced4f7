import type { CallGroup } from '@muster/contract'
import { useState } from 'react'
import { outcomeOf, type Send, useSend } from '../../../kit/useAction.ts'
import { inCalls } from './serials.ts'

/** What became of serial numbers that were named. */
export interface NamedReply {
  readonly count: number
  readonly unknown: readonly string[]
}

/** Makes a call about serial numbers, as many at a time as it takes; null when one was refused. */
export function useNamed(
  group: CallGroup,
  one: (send: Send, sns: string[]) => Promise<NamedReply>,
) {
  const send = useSend(group)
  const [isBusy, setBusy] = useState(false)
  const name = async (sns: readonly string[]): Promise<NamedReply | null> => {
    setBusy(true)
    let done: NamedReply = { count: 0, unknown: [] }
    for (const some of inCalls(sns)) {
      // One after the other: each locks the same group.
      const outcome = await outcomeOf(one(send, some))
      if ('error' in outcome) {
        setBusy(false)
        return null
      }
      const { count, unknown } = outcome.reply
      done = { count: done.count + count, unknown: [...done.unknown, ...unknown] }
    }
    setBusy(false)
    return done
  }
  return { name, isBusy }
}
