import type { ReplyOf, site } from '@muster/contract'
import { create } from 'zustand'

export type PasswordRule = ReplyOf<typeof site.passwordRule>

/** The server's rule for new passwords, in words and numbers; loaded with the user. */
export const usePasswordRule = create<{ readonly rule: PasswordRule | null }>()(() => ({
  rule: null,
}))
