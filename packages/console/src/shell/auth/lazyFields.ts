import { lazy } from 'react'

/** Fields that few sign-ins need; they come when the server asks for them. */
export const CaptchaField = lazy(() =>
  import('./CaptchaField.tsx').then((file) => ({ default: file.CaptchaField })),
)
export const MailedCodeField = lazy(() =>
  import('./MailedCodeField.tsx').then((file) => ({ default: file.MailedCodeField })),
)
export const TotpField = lazy(() =>
  import('./TotpField.tsx').then((file) => ({ default: file.TotpField })),
)
