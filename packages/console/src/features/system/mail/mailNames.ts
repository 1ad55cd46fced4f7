import type { MailCode, TextKey } from '@muster/contract'
import { texts } from '../../../platform/texts.ts'

/** What each mail is called. */
export const mailNames: Readonly<Record<MailCode, TextKey>> = {
  LOGIN_CODE: 'mail.name.LOGIN_CODE',
  EMAIL_CODE: 'mail.name.EMAIL_CODE',
  REGISTER_CODE: 'mail.name.REGISTER_CODE',
  FORGET_PWD: 'mail.name.FORGET_PWD',
  UNLOCK_CODE: 'mail.name.UNLOCK_CODE',
  INVITE: 'mail.name.INVITE',
  REVIEW_RESULT: 'mail.name.REVIEW_RESULT',
  DEVELOPER_MESSAGE: 'mail.name.DEVELOPER_MESSAGE',
  PWD_EXPIRE: 'mail.name.PWD_EXPIRE',
  NEW_SIGN_IN: 'mail.name.NEW_SIGN_IN',
  ACCOUNT_LOCKED: 'mail.name.ACCOUNT_LOCKED',
  IMPERSONATED: 'mail.name.IMPERSONATED',
  ALARM: 'mail.name.ALARM',
  REPORT: 'mail.name.REPORT',
  TEST: 'mail.name.TEST',
}

/** The name of a mail; one of a later version shows its code. */
export const mailName = (code: string): string => texts(mailNames)[code] ?? code
