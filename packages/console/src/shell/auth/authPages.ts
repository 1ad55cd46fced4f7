import { lazyPart } from '../../platform/lazyPart.tsx'
import { type ComponentType } from 'react'
import { previewPath, unlockPath } from '../session/guard.ts'

/** Pages without the frame around them: what they lead to concerns another account or none. */
export const authPages: Readonly<Record<string, ComponentType>> = {
  '/register': lazyPart(() => import('./RegisterPage.tsx').then((file) => file.RegisterPage)),
  '/callback': lazyPart(() => import('./CallbackPage.tsx').then((file) => file.CallbackPage)),
  [previewPath]: lazyPart(() =>
    import('./signIn/PreviewPage.tsx').then((file) => file.PreviewPage),
  ),
  [unlockPath]: lazyPart(() => import('./UnlockPage.tsx').then((file) => file.UnlockPage)),
}
