import { mayMove } from '@muster/contract'
import { lifecycleOf, permittedIn } from '../lifecycle.rules.ts'

/** What is known of the terminal that asks. */
export interface KnownDevice {
  readonly id: string
  readonly orgId: string
  readonly lifecycle: string
  readonly isInBin: boolean
  readonly isOnline: boolean
  /** It has none, a person released it, or the answer to this key may have been lost. */
  readonly mayGetCredential: boolean
  /** Whether it belongs to the organisation of the shown key, or to one below. */
  readonly isOfKey: boolean
  readonly model: string
  readonly vendor: string
}

export interface FirstContact {
  readonly model: string
  readonly vendor: string
}

/** Told to the terminal; each word is explained in docs/device-protocol.md. */
export type RefusalReason =
  | 'MODEL_UNKNOWN'
  | 'MODEL_MISMATCH'
  | 'NOT_ENROLLED'
  | 'WRONG_STATE'
  | 'CONNECTED'
  | 'NOT_RELEASED'

export type RegistrationStep =
  | { readonly do: 'register'; readonly id: string }
  /** Keeps it for a person to claim. */
  | { readonly do: 'claim'; readonly modelId: string }
  /** Takes it in at once, where there is room for it; `id` of one that waits already. */
  | { readonly do: 'admit'; readonly id: string | null; readonly modelId: string }
  | { readonly do: 'wait' }
  | { readonly do: 'refuse'; readonly because: RefusalReason }

interface Facts {
  readonly contact: FirstContact
  readonly known: KnownDevice | null
  /** The model that the contact names, where there is one. */
  readonly modelId: string | null
  /** Whether it may come in without a person, see `fitsOneRule`. */
  readonly isWelcome: boolean
}

const refuse = (because: RefusalReason): RegistrationStep => ({ do: 'refuse', because })

/** Codes are compared without case, as everywhere. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What a first contact with a valid enrolment key leads to. */
export function decideRegistration(facts: Facts): RegistrationStep {
  const { contact, known, modelId, isWelcome } = facts
  if (!known) {
    if (!modelId) return refuse('MODEL_UNKNOWN')
    return isWelcome ? { do: 'admit', id: null, modelId } : { do: 'claim', modelId }
  }
  // Another organisation's terminal is as good as unknown to the holder of this key.
  if (!known.isOfKey || known.isInBin) return refuse('NOT_ENROLLED')
  if (!isSame(known.model, contact.model) || !isSame(known.vendor, contact.vendor))
    return refuse('MODEL_MISMATCH')
  if (known.lifecycle === 'UNCLAIMED')
    return isWelcome && modelId ? { do: 'admit', id: known.id, modelId } : { do: 'wait' }
  if (!permittedIn(known.lifecycle).connection) return refuse('WRONG_STATE')
  // A key must not push a working terminal out of its place.
  if (known.isOnline) return refuse('CONNECTED')
  return known.mayGetCredential ? { do: 'register', id: known.id } : refuse('NOT_RELEASED')
}

/** Whether it counts as a use of the key: whoever was only told to wait, or no, has got nothing. */
export const usesKey = ({ do: what }: RegistrationStep): boolean =>
  what !== 'refuse' && what !== 'wait'

/** Whether a refusal has kept a credential in its place, which the terminal's page then tells. */
export const keepsCredential = (because: RefusalReason): boolean =>
  because === 'CONNECTED' || because === 'NOT_RELEASED'

interface ActivationFacts {
  readonly lifecycle: string
  readonly tid: string | null
  readonly method: 'auto' | 'code'
  readonly code?: string | undefined
  /** Whether its organisation lets terminals become active by themselves. */
  readonly isAuto: boolean
}

/** Whether a terminal that asks becomes active: it must be assigned; a code is its terminal id. */
export function mayActivate({ lifecycle, tid, method, code, isAuto }: ActivationFacts): boolean {
  if (!mayMove(lifecycleOf(lifecycle), 'ACTIVATE')) return false
  return method === 'auto' ? isAuto : tid !== null && code === tid
}
