import { accessPoints, parameters, dictionaries, dictionaryItems } from '@muster/contract'
import type { Module } from '../module.ts'
import { siteRoutes, siteSettingRoutes } from './site/site.routes.ts'
import { mapKeyRoutes } from './site/mapKeys.routes.ts'
import { remoteControlRoutes } from './site/remoteControl.routes.ts'
import { passwordPolicyRoutes } from './site/passwordPolicy.routes.ts'
import { frameRoutes, frameSigningRoutes } from './frame/frame.routes.ts'
import { dictionaryRoutes, dictionaryItemRoutes } from './dictionary/dictionary.routes.ts'
import { menuRoutes } from './menu/menu.routes.ts'
import { parameterRoutes } from './parameter/parameter.routes.ts'
import { languageRoutes } from './language/language.routes.ts'
import { languageKeepingRoutes } from './language/keeping.routes.ts'
import { languageTextRoutes } from './language/texts.routes.ts'
import { languageFileRoutes } from './language/languageFile.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { accessPointRoutes } from './server/accessPoint.routes.ts'
import { upkeepJobs } from './upkeep/upkeep.worker.ts'
import { serverJobs } from './server/server.worker.ts'

/** What an administrator sets, and the processes. */
export const systemModule: Module = {
  routes: [
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
    languageRoutes,
    languageKeepingRoutes,
    languageTextRoutes,
    languageFileRoutes,
    searchRoutes,
    accessPointRoutes,
  ],
  jobs: [...upkeepJobs, ...serverJobs],
  exports: [accessPoints, parameters, dictionaries, dictionaryItems],
}
