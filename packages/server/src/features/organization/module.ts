import { organizations } from '@muster/contract'
import type { Module } from '../module.ts'
import { organizationRoutes } from './organization.routes.ts'
import { organizationOverviewRoutes, organizationUserRoutes } from './overview/overview.routes.ts'
import { organizationConfigRoutes } from './config/config.routes.ts'
import { organizationMoveRoutes } from './move/move.routes.ts'
import { organizationKeyRoutes } from './keys/keys.routes.ts'
import { organizationPageRoutes } from './page/page.routes.ts'
import { enrolmentRoutes } from './enrolment/enrolment.routes.ts'
import { organizationImport } from './organizationImport.ts'

/** Organisations. */
export const organizationModule: Module = {
  routes: [
    organizationRoutes,
    organizationOverviewRoutes,
    organizationUserRoutes,
    organizationConfigRoutes,
    organizationMoveRoutes,
    organizationKeyRoutes,
    organizationPageRoutes,
    enrolmentRoutes,
  ],
  exports: [organizations],
  imports: [organizationImport],
}
