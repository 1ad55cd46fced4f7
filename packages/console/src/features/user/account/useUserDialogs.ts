import type { BatchInput, User } from '@muster/contract'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'

/** Accounts that something is done to at once. */
export interface Accounts {
  readonly which: BatchInput
  /** What they are called together. */
  readonly name: string
}

/** The dialogs that act on accounts. */
export interface UserDialogs {
  readonly form: Dialog<User>
  readonly password: Dialog<User>
  readonly scope: Dialog<User>
  readonly tokens: Dialog<User>
  readonly move: Dialog<Accounts>
  readonly role: Dialog<Accounts>
}

export function useUserDialogs(): UserDialogs {
  return {
    form: useDialog<User>(),
    password: useDialog<User>(),
    scope: useDialog<User>(),
    tokens: useDialog<User>(),
    move: useDialog<Accounts>(),
    role: useDialog<Accounts>(),
  }
}
