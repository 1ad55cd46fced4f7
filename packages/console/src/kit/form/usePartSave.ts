import { type Call, type CallGroup, codes } from '@muster/contract'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../call.ts'
import { notify } from '../notify.ts'
import { outcomeOf, type Send, useSend } from '../useAction.ts'
import { t } from '../../platform/texts.ts'
import type { PartVersions } from './usePartVersions.ts'

/** The calls of records whose parts are saved one by one. */
type Parted = CallGroup & {
  readonly detail: Call<{
    readonly params: z.ZodMiniType<unknown, { id: string }>
    readonly reply: z.ZodMiniType<{ version: number }>
  }>
}

interface Part {
  readonly of: Parted
  readonly id: string
  readonly card: string
  readonly versions: PartVersions
}

/** Saves a part of a record over the version that it was read in, and keeps what the server said where somebody was first. */
export function usePartSave({ of, id, card, versions }: Part) {
  const [conflict, setConflict] = useState<string | null>(null)
  const send = useSend(of)
  return {
    conflict,
    /** Answers whether it is saved. */
    save: async (
      saving: (send: Send) => Promise<{ readonly version: number }>,
    ): Promise<boolean> => {
      const outcome = await outcomeOf(saving(send))
      if ('error' in outcome) {
        const { code, message } = outcome.error
        setConflict(code === codes.versionConflict ? message : null)
        return false
      }
      setConflict(null)
      notify.success(t('kit.done'))
      versions.saved(card, outcome.reply.version)
      return true
    },
    /** Takes over what `read` reads of the part, unless that cannot be had. */
    takeTheirs: async <Read>(read: () => Promise<Read>, take: (theirs: Read) => void) => {
      // The version first: who saves between the two is a conflict again, not written over.
      const newest = await outcomeOf(call(of.detail, { params: { id } }))
      const theirs = await outcomeOf(read())
      if ('error' in newest || 'error' in theirs) return
      take(theirs.reply)
      versions.taken(card, newest.reply.version)
      setConflict(null)
    },
  }
}
