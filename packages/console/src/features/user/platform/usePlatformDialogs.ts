import type { PlatformUser } from '@muster/contract'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'

/** What can be opened about somebody who asked for an account. */
export interface PlatformDialogs {
  readonly detail: Dialog<PlatformUser>
  readonly approve: Dialog<PlatformUser>
  readonly reject: Dialog<PlatformUser>
  readonly link: Dialog<PlatformUser>
  readonly merge: Dialog<PlatformUser>
  readonly impersonate: Dialog<PlatformUser>
}

export function usePlatformDialogs(): PlatformDialogs {
  return {
    detail: useDialog<PlatformUser>(),
    approve: useDialog<PlatformUser>(),
    reject: useDialog<PlatformUser>(),
    link: useDialog<PlatformUser>(),
    merge: useDialog<PlatformUser>(),
    impersonate: useDialog<PlatformUser>(),
  }
}
