import { developerDownloads, developers } from '@muster/contract'
import type { Module } from '../module.ts'
import { developerRoutes } from './developer.routes.ts'
import { developerJobs } from './developer.worker.ts'
import { downloadRoutes } from './download.routes.ts'
import { developerMemberRoutes } from './member.ts'
import { programmeRoutes, reviewSettingRoutes } from './programme.ts'

/** Developers, their programme and what they download. */
export const developerModule: Module = {
  routes: [
    developerRoutes,
    developerMemberRoutes,
    programmeRoutes,
    reviewSettingRoutes,
    downloadRoutes,
  ],
  jobs: developerJobs,
  exports: [developers, developerDownloads],
}
