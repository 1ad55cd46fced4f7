import { codes, params, type ReplyOf } from '@muster/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../kit/call.ts'
import type { CallError } from '../../../kit/callError.ts'
import { useKeptInput } from '../../../kit/form/useKeptInput.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { useRest } from '../../../ui/form/useDebounced.ts'
import {
  bodyOf,
  type Change,
  changed,
  changesOf,
  merged,
  type Said,
  saidOf,
  without,
  withValue,
} from './said.ts'

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

/** What is kept of what was sent, and what was left out. */
interface Kept {
  readonly said: Said
  readonly ignored: readonly string[]
}

/** A draft as it is typed, which saves itself. */
export function useDraft(
  id: string,
  form: ParamFormReply,
  read: () => Promise<ParamFormReply | null>,
) {
  const saving = useSaving(id, form)
  const { saved, secretPids, problem } = saving
  const [said, setSaid] = useState(saved.said)
  const [ignoresUndefined, ignoreUndefined] = useState(false)
  const isDirty = said !== saved.said
  const hasRested = useRest(said, restBeforeSave)
  // What was typed meanwhile stays; what was left out is not sent once more.
  const settle = ({ said: kept, ignored }: Kept) =>
    setSaid((now) => (now === said ? kept : without(now, ignored)))
  const send = (ignoring: boolean) => saving.save(said, ignoring, settle)
  const save = useEffectEvent(() => void send(ignoresUndefined))
  const isKept = useKept({ id, said, saved: saved.said, secretPids, setSaid })
  const isDue = hasRested && isDirty && !saving.isSaving && problem === null
  useEffect(() => {
    if (isDue) save()
  }, [isDue])
  return {
    said,
    faults: saved.faults,
    isDirty,
    /** What is typed is put back after the console is loaded anew. */
    isKept,
    isSaving: saving.isSaving,
    problem,
    isConflict: problem?.code === codes.versionConflict,
    /** What is typed from now on; undefined: back to what is inherited. */
    set: (pid: string, text: string | undefined) => {
      const isKept = secretPids.has(pid) && text === '' && saved.said.has(pid)
      setSaid(withValue(said, pid, isKept ? null : text))
    },
    /** Answers whether all of it is saved. */
    save: () => (isDirty ? send(ignoresUndefined) : Promise.resolve(true)),
    ignoresUndefined,
    /** From now on what the template has not is left out, or is kept as a fault. */
    async ignoreUndefined(isOn: boolean) {
      ignoreUndefined(isOn)
      if (isOn) await send(true)
    },
    /** Their changes where nothing was typed here; it is saved over their version. */
    async takeTheirs() {
      const theirs = await read()
      if (!theirs) return
      saving.take(theirs)
      setSaid(merged({ read: saved.said, mine: said, theirs: saidOf(theirs) }))
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

interface Keeping {
  readonly id: string
  readonly said: Said
  readonly saved: Said
  readonly secretPids: ReadonlySet<string>
  readonly setSaid: (said: Said) => void
}

/** Keeps what is not saved while the console is loaded anew. Answers whether that is all of it: secrets are kept nowhere. */
function useKept({ id, said, saved, secretPids, setSaid }: Keeping): boolean {
  const changes = changesOf(saved, said)
  const open = changes.filter(({ pid }) => !secretPids.has(pid))
  useKeptInput<Readonly<{ changes: readonly Change[] }>>({
    name: JSON.stringify([params.draft.path, id]),
    read: () => (open.length > 0 ? { changes: open } : null),
    putBack: (kept) => {
      // What others have changed meanwhile stays, and what was being saved is there.
      const due = kept.changes.filter(({ pid, from }) => said.get(pid) === from)
      setSaid(changed(said, due))
      return due.length > 0
    },
    // By then they may have been saved.
    drop: (kept) =>
      setSaid(
        changed(
          said,
          kept.changes.map(({ pid, from }) => ({ pid, to: from })),
        ),
      ),
  })
  return open.length === changes.length
}

/** What the server keeps, and sending it what comes next. */
function useSaving(id: string, form: ParamFormReply) {
  const [saved, setSaved] = useState(() => savedOf(form))
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const secretPids = new Set(form.template.fields.filter((one) => one.secret).map(({ pid }) => pid))
  /** Answers whether it is kept. */
  const save = async (
    said: Said,
    ignoreUndefined: boolean,
    settle: (kept: Kept) => void,
  ): Promise<boolean> => {
    setSaving(true)
    const body = {
      version: saved.version,
      ...bodyOf(said, secretPids),
      ...(ignoreUndefined && { ignoreUndefined }),
    }
    const sent = call(params.draft, { params: { id }, body })
    const outcome = await outcomeOf(sent.finally(() => setSaving(false)))
    if ('error' in outcome) {
      setProblem(outcome.error)
      return false
    }
    setProblem(null)
    const { version, faults, ignored } = outcome.reply
    const kept = without(said, ignored)
    setSaved({ said: kept, version, faults })
    settle({ said: kept, ignored })
    return true
  }
  const take = (theirs: ParamFormReply) => {
    setSaved(savedOf(theirs))
    setProblem(null)
  }
  return { saved, secretPids, isSaving, problem, save, take }
}
