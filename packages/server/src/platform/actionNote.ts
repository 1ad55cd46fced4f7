import type { Call } from '@muster/contract'

/** The batch call that makes one record as it was before, and what its body says beside the records. */
export interface Undo {
  readonly call: Call
  readonly more: Readonly<Record<string, unknown>>
  /** It writes beside the record, whose version stays: whatever else somebody changes of it is no matter. */
  readonly keepsVersion?: true
}

interface Changed {
  readonly id: string
  /** What was never edited has none. */
  readonly version?: number
  /** Where a batch of this call can be undone record by record. */
  readonly undo?: Undo
}

/** What a call tells the action log beside who, when and with which result. */
export interface ActionNote {
  readonly targetIds?: readonly string[]
  /** The records that were changed, as they are since; not written to the log. */
  readonly rows?: readonly (Readonly<Record<string, unknown>> & Changed)[]
  /** The one record that it was about where none is among `rows`: the log keeps what it is called. */
  readonly about?: Readonly<Record<string, unknown>>
  /** Who turned out to call, where nobody was signed in yet. */
  readonly by?: { readonly userId: string; readonly userName: string; readonly orgId: string }
  readonly before?: unknown
  readonly after?: unknown
}
