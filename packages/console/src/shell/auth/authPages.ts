import { type ComponentType, lazy } from 'react'
import { previewPath, unlockPath } from '../session/guard.ts'

/** Pages without the frame around them: what they lead to concerns another account or none. */
export const authPages: Readonly<Record<string, ComponentType>> = {
  '/register': lazy(() =>
    import('./RegisterPage.tsx').then((file) => ({ default: file.RegisterPage })),
  ),
  '/callback': lazy(() =>
    import('./CallbackPage.tsx').then((file) => ({ default: file.CallbackPage })),
  ),
  [previewPath]: lazy(() =>
    import('./signIn/PreviewPage.tsx').then((file) => ({ default: file.PreviewPage })),
  ),
  [unlockPath]: lazy(() =>
    import('./UnlockPage.tsx').then((file) => ({ default: file.UnlockPage })),
  ),
}
