import { type Call, type CallGroup, codes, type InputOf, type ReplyOf } from '@muster/contract'
import { useState } from 'react'
import { notify } from '../notify.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import { t } from '../../platform/texts.ts'

/** Saves a part of a record over the version that it was read in, and keeps what the server said where somebody was first. */
export function usePartSave(group: CallGroup) {
  const [conflict, setConflict] = useState<string | null>(null)
  const send = useSend(group)
  return {
    conflict,
    forgetConflict: () => setConflict(null),
    /** Answers what the server did; null where it refused. */
    save: async <C extends Call>(c: C, input: InputOf<C>): Promise<ReplyOf<C> | null> => {
      const outcome = await outcomeOf(send(c, input))
      if ('error' in outcome) {
        const { code, message } = outcome.error
        setConflict(code === codes.versionConflict ? message : null)
        return null
      }
      setConflict(null)
      notify.success(t('kit.done'))
      return outcome.reply
    },
  }
}
