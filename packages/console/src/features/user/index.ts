import { lazyDialog } from '../../platform/lazyPart.tsx'

export const UserForm = lazyDialog(() =>
  import('./account/UserForm.tsx').then((file) => file.UserForm),
)
export const PasswordDialog = lazyDialog(() =>
  import('./account/PasswordDialog.tsx').then((file) => file.PasswordDialog),
)
export { columns as userColumns, userStateTexts } from './account/userColumns.tsx'
export { StateItems } from './account/StateItems.tsx'
