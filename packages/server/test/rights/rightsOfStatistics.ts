import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Figures, which are cut to what their reader sees. */
export const ofStatistics: readonly [string, Sort][] = [
  ...lines(
    'many',
    `GET /admin/stat/v1/device/document
    GET /admin/stat/v1/version/document
    GET /admin/stat/v1/deviceapk/document
    GET /admin/stat/v1/login/document
    GET /admin/stat/v1/map/document
    GET /admin/stat/v1/plan/document`,
  ),
  ...lines(
    'shared',
    `GET /admin/stat/v1/apk/document
    GET /admin/stat/v1/version/apk
    POST /admin/log/v1/audit/pack`,
  ),
  ...lines(
    'many',
    `GET /admin/stat/v1/device/distribution
  GET /admin/stat/v1/device/trend
  GET /admin/stat/v1/device/silent
  GET /admin/stat/v1/device/availability
  GET /admin/stat/v1/device/alarm
  GET /admin/stat/v1/device/expiry
  GET /admin/stat/v1/device/idle
  GET /admin/stat/v1/version/matrix
  GET /admin/stat/v1/version/trend
  GET /admin/stat/v1/plan/page
  GET /admin/stat/v1/plan/export
  GET /admin/stat/v1/plan/error
  GET /admin/stat/v1/plan/compare
  GET /admin/stat/v1/map/area
  GET /admin/stat/v1/map/cluster
  GET /admin/stat/v1/map/fence
  GET /admin/stat/v1/map/signal
  GET /admin/stat/v1/wall/look`,
  ),
]
