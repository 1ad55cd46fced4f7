import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** How terminals sign in, and who may not. */
export const ofLogins: readonly [string, Sort][] = [
  ...lines('record', 'DELETE /admin/stat/v1/login/ban/delete/{id}'),
  ...lines(
    'many',
    `GET /admin/stat/v1/login/page
    GET /admin/stat/v1/login/export
    GET /admin/stat/v1/login/flap
    GET /admin/stat/v1/login/clone
    GET /admin/stat/v1/login/ban/page
    POST /admin/stat/v1/login/ban/add`,
  ),
  ...lines(
    'shared',
    `GET /admin/stat/v1/login/trend
    GET /admin/stat/v1/login/failed`,
  ),
]
