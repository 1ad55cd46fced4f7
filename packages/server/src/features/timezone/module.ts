import { areas, timezones } from '@muster/contract'
import type { Module } from '../module.ts'
import { areaRoutes } from './area/area.routes.ts'
import { timezoneRoutes } from './timezone/timezone.routes.ts'
import { areaImport } from './area/areaImport.ts'

/** Areas and time zones. */
export const timezoneModule: Module = {
  routes: [areaRoutes, timezoneRoutes],
  exports: [areas, timezones],
  imports: [areaImport],
}
