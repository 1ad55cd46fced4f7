import { lazyDialog } from '../../platform/lazyPart.tsx'

export const UserForm = lazyDialog(() =>
  import('./account/UserForm.tsx').then((file) => file.UserForm),
)
export { columns as userColumns, userStateTexts } from './account/userColumns.tsx'
