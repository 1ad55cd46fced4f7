import { users, platformUsers, roles } from '@muster/contract'
import type { Module } from '../module.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { ownSessionRoutes } from './session/ownSessions.routes.ts'
import { stepUpRoutes } from './stepUp/stepUp.routes.ts'
import { visitRoutes } from './visit/visit.routes.ts'
import { challengeRoutes } from './challenge/challenge.routes.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { callbackRoutes } from './recovery/callback.routes.ts'
import { registrationRoutes } from './registration/registration.routes.ts'
import { secondFactorRoutes } from './secondFactor/secondFactor.routes.ts'
import { passkeyRoutes } from './passkey/passkey.routes.ts'
import { passkeySignInRoutes } from './passkey/passkeySignIn.routes.ts'
import { tokenRoutes, userTokenRoutes } from './token/token.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { preferenceRoutes } from './preference/preference.routes.ts'
import { themeRoutes } from './theme/theme.routes.ts'
import { userWorkbenchRoutes } from './workbench/workbench.routes.ts'
import { viewRoutes, viewSharingRoutes } from './view/view.routes.ts'
import { roleRoutes } from './role/role.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { vendorGuestRoutes } from './account/vendorGuest.routes.ts'
import { platformUserRoutes } from './platform/platformUser.routes.ts'
import { customizeRoutes, orgWebsiteRoutes, orgPolicyRoutes } from './customize/customize.routes.ts'
import { lockJobs } from './guessing/lockMail.worker.ts'
import { passwordJobs } from './password/expiry.worker.ts'
import { accountImport } from './account/accountImport.ts'

/** People. */
export const userModule: Module = {
  routes: [
    sessionRoutes,
    ownSessionRoutes,
    stepUpRoutes,
    visitRoutes,
    challengeRoutes,
    recoveryRoutes,
    callbackRoutes,
    registrationRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    passkeySignInRoutes,
    tokenRoutes,
    userTokenRoutes,
    profileRoutes,
    preferenceRoutes,
    themeRoutes,
    userWorkbenchRoutes,
    viewRoutes,
    viewSharingRoutes,
    roleRoutes,
    accountRoutes,
    vendorGuestRoutes,
    platformUserRoutes,
    customizeRoutes,
    orgWebsiteRoutes,
    orgPolicyRoutes,
  ],
  jobs: [...lockJobs, ...passwordJobs],
  exports: [users, platformUsers, roles],
  imports: [accountImport],
}
