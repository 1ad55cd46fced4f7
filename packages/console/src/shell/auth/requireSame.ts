import { codes } from '@muster/contract'
import { CallError } from '../../kit/callError.ts'
import { t } from '../../platform/texts.ts'
import type { FieldValues } from './useAuthForm.ts'

/** Throws as a server would where the new password was typed in two ways. */
export function requireSame({ newPassword, confirm }: FieldValues): void {
  if (newPassword === confirm) return
  const fields = [{ field: 'confirm', message: t('ucenter.differs') }]
  throw new CallError(codes.badRequest, '', { fields })
}
