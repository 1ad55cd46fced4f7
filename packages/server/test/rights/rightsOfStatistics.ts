import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Figures, which are cut to what their reader sees. */
export const ofStatistics: readonly [string, Sort][] = lines(
  'many',
  `GET /admin/stat/v1/device/distribution
  GET /admin/stat/v1/device/trend
  GET /admin/stat/v1/device/alarm
  GET /admin/stat/v1/device/expiry`,
)
