import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** How terminals sign in, who may not, and what people are sent of it and of other lists. */
export const ofLogins: readonly [string, Sort][] = [
  ...lines(
    'record',
    `DELETE /admin/stat/v1/login/ban/delete/{id}
    DELETE /admin/stat/v1/report/delete/{id}
    PUT /admin/stat/v1/report/update
    PUT /admin/stat/v1/report/status/{id}/{status}
    PUT /admin/stat/v1/report/run/{id}
    GET /admin/stat/v1/report/runs/{id}`,
  ),
  ...lines('own', 'PUT /admin/stat/v1/report/stop/{id}'),
  ...lines('shared', 'POST /admin/stat/v1/report/add'),
  ...lines(
    'many',
    `GET /admin/stat/v1/login/page
    GET /admin/stat/v1/login/export
    GET /admin/stat/v1/login/flap/page
    GET /admin/stat/v1/login/flap/export
    GET /admin/stat/v1/login/clone/page
    GET /admin/stat/v1/login/clone/export
    GET /admin/stat/v1/login/ban/page
    GET /admin/stat/v1/login/ban/export
    POST /admin/stat/v1/login/ban/add
    GET /admin/stat/v1/report/page`,
  ),
  ...lines(
    'shared',
    `GET /admin/stat/v1/report/reader/list
    GET /admin/stat/v1/login/trend
    GET /admin/stat/v1/login/failed`,
  ),
]
