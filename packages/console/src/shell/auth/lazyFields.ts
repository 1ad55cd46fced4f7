import { lazyPart } from '../../platform/lazyPart.tsx'

/** Fields that few sign-ins need; they come when the server asks for them. */
export const CaptchaField = lazyPart(() =>
  import('./CaptchaField.tsx').then((file) => file.CaptchaField),
)
export const MailedCodeField = lazyPart(() =>
  import('./MailedCodeField.tsx').then((file) => file.MailedCodeField),
)
export const TotpField = lazyPart(() => import('./TotpField.tsx').then((file) => file.TotpField))
