import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Versions for upgrades, and what became of terminals, beyond the record life cycle. */
export const ofUpgrades: readonly [string, Sort][] = [
  ...lines(
    'record',
    `GET /admin/upgrade/v1/version/devices/{id}
    GET /admin/upgrade/v1/version/trail/{id}
    PUT /admin/upgrade/v1/version/submit/{id}
    PUT /admin/upgrade/v1/version/withdraw/{id}
    PUT /admin/upgrade/v1/version/review/{id}
    PUT /admin/upgrade/v1/version/online/{id}
    PUT /admin/upgrade/v1/version/suspend/{id}
    PUT /admin/upgrade/v1/version/offline/{id}
    PUT /admin/upgrade/v1/version/recall/{id}
    PUT /admin/upgrade/v1/version/labtest/{id}
    GET /admin/upgrade/v1/result/detail/{id}
    GET /admin/upgrade/v1/result/why/{id}
    PUT /admin/upgrade/v1/result/retry/{id}
    PUT /admin/upgrade/v1/result/cancel/{id}
    PUT /admin/upgrade/v1/result/batch/retry
    PUT /admin/upgrade/v1/result/batch/cancel`,
  ),
  ...lines('unwritten', 'GET /admin/upgrade/v1/version/download/{id}'),
  ...lines(
    'many',
    `GET /admin/upgrade/v1/result/page
    GET /admin/upgrade/v1/result/export`,
  ),
  ...lines(
    'shared',
    `POST /admin/upgrade/v1/version/parse
    GET /admin/upgrade/v1/version/path
    GET /admin/upgrade/v1/version/export
    GET /admin/upgrade/v1/result/errors
    POST /admin/upgrade/v1/result/togroup`,
  ),
]
