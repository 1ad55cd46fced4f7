import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Plans of upgrades, beyond the record life cycle. */
export const ofPlans: readonly [string, Sort][] = [
  ...lines(
    'record',
    `PUT /admin/upgrade/v1/plan/submit/{id}
    PUT /admin/upgrade/v1/plan/withdraw/{id}
    PUT /admin/upgrade/v1/plan/approve/{id}
    PUT /admin/upgrade/v1/plan/reject/{id}
    PUT /admin/upgrade/v1/plan/start/{id}
    PUT /admin/upgrade/v1/plan/pause/{id}
    PUT /admin/upgrade/v1/plan/resume/{id}
    PUT /admin/upgrade/v1/plan/stop/{id}
    PUT /admin/upgrade/v1/plan/nextwave/{id}
    PUT /admin/upgrade/v1/plan/retry/{id}
    PUT /admin/upgrade/v1/plan/exclude/{id}
    POST /admin/upgrade/v1/plan/clone/{id}
    PUT /admin/upgrade/v1/plan/rate/{id}
    PUT /admin/upgrade/v1/plan/extend/{id}
    GET /admin/upgrade/v1/plan/progress/{id}
    GET /admin/upgrade/v1/plan/meant/{id}
    GET /admin/upgrade/v1/plan/terminals/{id}
    POST /admin/upgrade/v1/plan/rollback/{id}
    GET /admin/upgrade/v1/plan/practice/{id}
    GET /admin/upgrade/v1/plan/practice/results/{id}
    POST /admin/upgrade/v1/plan/practice/start/{id}
    PUT /admin/upgrade/v1/plan/practice/stop/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/upgrade/v1/plan/count/state
    GET /admin/upgrade/v1/plan/export
    POST /admin/upgrade/v1/plan/precheck
    POST /admin/upgrade/v1/plan/precheck/leftout
    POST /admin/upgrade/v1/plan/forecast`,
  ),
]
