import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Figures, which are cut to what their reader sees. */
export const ofStatistics: readonly [string, Sort][] = [
  ...lines(
  'record',
  `GET /admin/stat/v1/apk/summary
  GET /admin/stat/v1/apk/trend
  GET /admin/stat/v1/apk/version
  GET /admin/stat/v1/apk/error
  GET /admin/stat/v1/apk/speed
  GET /admin/stat/v1/deviceapk/trend`,
  ),
  ...lines(
  'many',
  `GET /admin/stat/v1/device/distribution
  GET /admin/stat/v1/device/trend
  GET /admin/stat/v1/device/alarm
  GET /admin/stat/v1/device/expiry
  GET /admin/stat/v1/apk/terminal/page
  GET /admin/stat/v1/apk/terminal/export
  GET /admin/stat/v1/deviceapk/page
  GET /admin/stat/v1/deviceapk/export
  GET /admin/stat/v1/deviceapk/unused
  GET /admin/stat/v1/deviceapk/unused/page`,
),
]
