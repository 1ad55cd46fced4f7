import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Of an application that is offered to everybody each caller reads the figures of his own terminals. */
export const ofAppStatistics: readonly [string, Sort][] = [
  ...lines(
    'shared',
    `GET /admin/stat/v1/apk/summary
    GET /admin/stat/v1/apk/trend
    GET /admin/stat/v1/apk/version
    GET /admin/stat/v1/apk/error
    GET /admin/stat/v1/apk/failure
    GET /admin/stat/v1/apk/removal
    GET /admin/stat/v1/apk/speed
    GET /admin/stat/v1/deviceapk/trend`,
  ),
  ...lines(
    'many',
    `GET /admin/stat/v1/apk/terminal/page
    GET /admin/stat/v1/apk/terminal/export
    GET /admin/stat/v1/deviceapk/page
    GET /admin/stat/v1/deviceapk/export
    GET /admin/stat/v1/deviceapk/unused
    GET /admin/stat/v1/deviceapk/unused/page
    GET /admin/stat/v1/deviceapk/unused/export`,
  ),
]
