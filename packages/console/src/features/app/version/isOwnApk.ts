import type { Apk } from '@muster/contract'

/** Nobody decides about what he has made or handed in. */
export const isOwnApk = (
  { createdBy, submittedBy }: Pick<Apk, 'createdBy' | 'submittedBy'>,
  me: string | undefined,
): boolean => me === createdBy || me === submittedBy
