import type { TextKey } from '@muster/contract'
import type { Written } from '../notify.ts'

/** How a record comes to be; an account is made by inviting its owner. */
export type NewAs = Exclude<Written, 'saved' | 'undone'>

/** What the button that opens a form and the one that submits it say; the notice agrees. */
export const submitTexts = {
  added: 'kit.add',
  saved: 'kit.save',
  invited: 'kit.invite',
} as const satisfies Readonly<Record<Exclude<Written, 'undone'>, TextKey>>
