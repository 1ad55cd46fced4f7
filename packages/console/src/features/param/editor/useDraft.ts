import { codes, params, type ReplyOf } from '@muster/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../kit/call.ts'
import type { CallError } from '../../../kit/callError.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { useRest } from '../../../ui/form/useDebounced.ts'
import { bodyOf, merged, type Said, saidOf, withValue } from './said.ts'

export type ParamFormReply = ReplyOf<(typeof params)['form']>

/** So long after the last key press it is saved, in milliseconds. */
const restBeforeSave = 1000

interface Saved {
  readonly said: Said
  readonly version: number
  readonly faults: ParamFormReply['faults']
}

const savedOf = (form: ParamFormReply): Saved => ({
  said: saidOf(form),
  version: form.version,
  faults: form.faults,
})

/** A draft as it is typed, which saves itself. */
export function useDraft(
  id: string,
  form: ParamFormReply,
  read: () => Promise<ParamFormReply | null>,
) {
  const saving = useSaving(id, form)
  const { saved, secretPids, problem } = saving
  const [said, setSaid] = useState(saved.said)
  const isDirty = said !== saved.said
  const hasRested = useRest(said, restBeforeSave)
  const save = useEffectEvent(() => void saving.save(said))
  const isDue = hasRested && isDirty && !saving.isSaving && problem === null
  useEffect(() => {
    if (isDue) save()
  }, [isDue])
  return {
    said,
    faults: saved.faults,
    isDirty,
    isSaving: saving.isSaving,
    problem,
    isConflict: problem?.code === codes.versionConflict,
    /** What is typed from now on; undefined: back to what is inherited. */
    set: (pid: string, text: string | undefined) => {
      const isKept = secretPids.has(pid) && text === '' && saved.said.has(pid)
      setSaid(withValue(said, pid, isKept ? null : text))
    },
    /** Answers whether all of it is saved. */
    save: () => (isDirty ? saving.save(said) : Promise.resolve(true)),
    /** Their changes where nothing was typed here; it is saved over their version. */
    takeTheirs: async () => {
      const theirs = await read()
      if (!theirs) return
      saving.take(theirs)
      setSaid(merged({ read: saved.said, mine: said, theirs: saidOf(theirs) }))
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

/** What the server keeps, and sending it what comes next. */
function useSaving(id: string, form: ParamFormReply) {
  const [saved, setSaved] = useState(() => savedOf(form))
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const secretPids = new Set(form.template.fields.filter((one) => one.secret).map(({ pid }) => pid))
  const save = async (said: Said): Promise<boolean> => {
    setSaving(true)
    const body = { version: saved.version, ...bodyOf(said, secretPids) }
    const sent = call(params.draft, { params: { id }, body })
    const outcome = await outcomeOf(sent.finally(() => setSaving(false)))
    if ('error' in outcome) {
      setProblem(outcome.error)
      return false
    }
    setProblem(null)
    setSaved({ said, ...outcome.reply })
    return true
  }
  const take = (theirs: ParamFormReply) => {
    setSaved(savedOf(theirs))
    setProblem(null)
  }
  return { saved, secretPids, isSaving, problem, save, take }
}
