import {
  accessPoints,
  actionLog,
  areas,
  type Call,
  categories,
  clients,
  devices,
  models,
  organizations,
  parameters,
  platformUsers,
  roles,
  signInLog,
  timezones,
  users,
  vendors,
  dictionaries,
  dictionaryItems,
} from '@muster/contract'
import type { Job } from '../kit/jobs.ts'
import type { Feature } from '../kit/serve.ts'
import { clientRoutes } from './client/client.routes.ts'
import { importers } from './importers.ts'
import { webhookRoutes } from './client/webhook/webhook.routes.ts'
import { clientJobs } from './client/webhook/webhook.worker.ts'
import { categoryRoutes } from './device/category/category.routes.ts'
import { deviceRoutes } from './device/device.routes.ts'
import { modelRoutes } from './device/model/model.routes.ts'
import { linkJobs } from './device/link/link.worker.ts'
import { actionLogRoutes, clientErrorLogRoutes, signInLogRoutes } from './log/log.routes.ts'
import { logJobs } from './log/log.worker.ts'
import { organizationConfigRoutes } from './organization/config/config.routes.ts'
import { enrolmentRoutes } from './organization/enrolment/enrolment.routes.ts'
import { clientErrorRoutes } from './log/client/clientError.routes.ts'
import { clientErrorJobs } from './log/client/clientError.worker.ts'
import { uploadRoutes } from './file/upload/upload.routes.ts'
import { rescanUploads } from './file/upload/rescan.ts'
import { checkUpload, uploadJobs } from './file/upload/upload.worker.ts'
import { uploadConfigRoutes } from './file/upload/uploadRules.ts'
import { noticeRoutes } from './notice/notice.routes.ts'
import { noticeJobs } from './notice/notice.worker.ts'
import { mailJobs } from './mail/delivery/delivery.worker.ts'
import { mailLogRoutes } from './mail/log/mailLog.routes.ts'
import { mailServerRoutes } from './mail/server/mailServer.routes.ts'
import { mailTemplateRoutes } from './mail/wording/template.routes.ts'
import { organizationKeyRoutes } from './organization/keys/keys.routes.ts'
import { organizationMoveRoutes } from './organization/move/move.routes.ts'
import { organizationPageRoutes } from './organization/page/page.routes.ts'
import { organizationRoutes } from './organization/organization.routes.ts'
import {
  organizationOverviewRoutes,
  organizationUserRoutes,
} from './organization/overview/overview.routes.ts'
import { dictionaryItemRoutes, dictionaryRoutes } from './system/dictionary/dictionary.routes.ts'
import { frameRoutes, frameSigningRoutes } from './system/frame/frame.routes.ts'
import { languageKeepingRoutes } from './system/language/keeping.routes.ts'
import { languageFileRoutes } from './system/language/languageFile.routes.ts'
import { languageTextRoutes } from './system/language/texts.routes.ts'
import { languageRoutes } from './system/language/language.routes.ts'
import { menuRoutes } from './system/menu/menu.routes.ts'
import { searchRoutes } from './system/search/search.routes.ts'
import { parameterRoutes } from './system/parameter/parameter.routes.ts'
import { mapKeyRoutes } from './system/site/mapKeys.routes.ts'
import { passwordPolicyRoutes } from './system/site/passwordPolicy.routes.ts'
import { remoteControlRoutes } from './system/site/remoteControl.routes.ts'
import { siteRoutes, siteSettingRoutes } from './system/site/site.routes.ts'
import { accessPointRoutes } from './system/server/accessPoint.routes.ts'
import { recorded } from './system/server/jobRuns.ts'
import { serverRoutes } from './system/server/server.routes.ts'
import { serverJobs } from './system/server/server.worker.ts'
import { workbenchJobs } from './stat/workbench/count.worker.ts'
import { workbenchRoutes } from './stat/workbench/workbench.routes.ts'
import { upkeepJobs } from './system/upkeep/upkeep.worker.ts'
import { fileTaskRoutes } from './task/fileTask.routes.ts'
import { asyncTaskRoutes } from './task/task.routes.ts'
import { taskJobs } from './task/task.worker.ts'
import {
  exportRoutes,
  exportWork,
  importRoutes,
  importWork,
  writtenLists,
} from './transfer/index.ts'
import { importJobs } from './transfer/import/import.worker.ts'
import { batchWork, type TaskRunners } from './task/index.ts'
import { areaRoutes } from './timezone/area/area.routes.ts'
import { timezoneRoutes } from './timezone/timezone/timezone.routes.ts'
import { challengeRoutes } from './user/challenge/challenge.routes.ts'
import { passkeyRoutes } from './user/passkey/passkey.routes.ts'
import { passkeySignInRoutes } from './user/passkey/passkeySignIn.routes.ts'
import { lockJobs } from './user/guessing/lockMail.worker.ts'
import { passwordJobs } from './user/password/expiry.worker.ts'
import { preferenceRoutes } from './user/preference/preference.routes.ts'
import { profileRoutes } from './user/profile/profile.routes.ts'
import { accountRoutes } from './user/account/account.routes.ts'
import { roleRoutes } from './user/role/role.routes.ts'
import { callbackRoutes } from './user/recovery/callback.routes.ts'
import { recoveryRoutes } from './user/recovery/recovery.routes.ts'
import { registrationRoutes } from './user/registration/registration.routes.ts'
import { secondFactorRoutes } from './user/secondFactor/secondFactor.routes.ts'
import { ownSessionRoutes } from './user/session/ownSessions.routes.ts'
import { sessionRoutes } from './user/session/session.routes.ts'
import { tokenRoutes, userTokenRoutes } from './user/token/token.routes.ts'
import { stepUpRoutes } from './user/stepUp/stepUp.routes.ts'
import { themeRoutes } from './user/theme/theme.routes.ts'
import {
  customizeRoutes,
  orgPolicyRoutes,
  orgWebsiteRoutes,
} from './user/customize/customize.routes.ts'
import { platformUserRoutes } from './user/platform/platformUser.routes.ts'
import { viewRoutes, viewSharingRoutes } from './user/view/view.routes.ts'
import { visitRoutes } from './user/visit/visit.routes.ts'
import { userWorkbenchRoutes } from './user/workbench/workbench.routes.ts'
import { vendorRoutes } from './vendor/vendor.routes.ts'

/** Everything the server serves but its exports, one line a feature. */
const resources: readonly Feature[] = [
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
  siteRoutes,
  siteSettingRoutes,
  mapKeyRoutes,
  remoteControlRoutes,
  passwordPolicyRoutes,
  frameRoutes,
  frameSigningRoutes,
  dictionaryRoutes,
  dictionaryItemRoutes,
  menuRoutes,
  parameterRoutes,
  mailServerRoutes,
  mailTemplateRoutes,
  mailLogRoutes,
  languageRoutes,
  languageKeepingRoutes,
  languageTextRoutes,
  languageFileRoutes,
  areaRoutes,
  timezoneRoutes,
  vendorRoutes,
  organizationRoutes,
  organizationOverviewRoutes,
  organizationUserRoutes,
  organizationConfigRoutes,
  organizationMoveRoutes,
  organizationKeyRoutes,
  organizationPageRoutes,
  roleRoutes,
  accountRoutes,
  clientRoutes,
  platformUserRoutes,
  customizeRoutes,
  orgWebsiteRoutes,
  orgPolicyRoutes,
  webhookRoutes,
  categoryRoutes,
  modelRoutes,
  deviceRoutes,
  enrolmentRoutes,
  noticeRoutes,
  actionLogRoutes,
  signInLogRoutes,
  clientErrorLogRoutes,
  asyncTaskRoutes,
  fileTaskRoutes,
  uploadRoutes,
  uploadConfigRoutes,
  searchRoutes,
  workbenchRoutes,
  accessPointRoutes,
  serverRoutes(() => jobs),
  clientErrorRoutes,
]

/** The lists that a person may take away as a file. */
const exported: ReadonlySet<Call> = new Set<Call>([
  vendors.page,
  areas.page,
  timezones.page,
  models.page,
  categories.page,
  organizations.page,
  devices.page,
  actionLog.page,
  signInLog.page,
  users.page,
  platformUsers.page,
  roles.page,
  accessPoints.page,
  parameters.page,
  dictionaries.page,
  dictionaryItems.page,
  clients.page,
])
const exportedPages = resources
  .flatMap(({ routes }) => routes)
  .filter(({ call }) => exported.has(call))

/** The lists that take the rows of a sheet. */
export const importedLists = writtenLists(
  importers,
  resources.flatMap(({ routes }) => routes),
)
const imported = importWork(importedLists)

/** Everything the server serves. */
export const features: readonly Feature[] = [
  ...resources,
  exportRoutes(exportedPages),
  importRoutes(importedLists),
]

/** Everything that people ask for and then wait for. */
export const taskRunners: TaskRunners = {
  EXPORT: exportWork(exportedPages),
  BATCH: batchWork(resources),
  UPLOAD_CHECK: checkUpload,
  UPLOAD_SCAN: rescanUploads,
  IMPORT_CHECK: imported,
  IMPORT: imported,
}

/** Everything that comes round by itself. */
export const jobs: readonly Job[] = recorded([
  ...upkeepJobs,
  ...linkJobs,
  ...noticeJobs,
  ...logJobs,
  ...taskJobs,
  ...importJobs,
  ...uploadJobs,
  ...clientErrorJobs,
  ...mailJobs,
  ...lockJobs,
  ...passwordJobs,
  ...workbenchJobs,
  ...clientJobs,
  ...serverJobs,
])
