import type { Sort } from './answers.ts'
import { lifeOf, owned } from './recordRoutes.ts'
import { lines } from './rightsOfDevices.ts'

/** What terminals write down: files, the rules by which they are pulled, and traces. */
export const ofLogs: readonly [string, Sort][] = [
  ...lifeOf('/admin/devicelog/v1/rule', owned),
  ...lines(
    'record',
    `GET /admin/devicelog/v1/file/detail/{id}
    GET /admin/devicelog/v1/file/crashes/{id}
    PUT /admin/devicelog/v1/file/retain/{id}
    POST /admin/devicelog/v1/file/attach/{id}
    DELETE /admin/devicelog/v1/file/delete/{id}
    DELETE /admin/devicelog/v1/file/batch/delete
    GET /admin/log/v1/trace/detail/{id}
    GET /admin/log/v1/trace/tail/{id}
    GET /admin/log/v1/trace/crashes/{id}
    PUT /admin/log/v1/trace/stop/{id}
    DELETE /admin/log/v1/trace/delete/{id}
    DELETE /admin/log/v1/trace/batch/delete`,
  ),
  ...lines(
    'unwritten',
    `GET /admin/devicelog/v1/file/download/{id}
    GET /admin/devicelog/v1/file/batch/download
    GET /admin/devicelog/v1/file/view/{id}
    GET /admin/devicelog/v1/file/moment/{id}
    GET /admin/devicelog/v1/file/search/{id}
    GET /admin/devicelog/v1/file/tally/{id}
    GET /admin/log/v1/trace/file/{id}
    GET /admin/log/v1/trace/view/{id}
    GET /admin/log/v1/trace/moment/{id}
    GET /admin/log/v1/trace/search/{id}
    GET /admin/log/v1/trace/tally/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/devicelog/v1/file/page
    GET /admin/devicelog/v1/file/export
    GET /admin/devicelog/v1/rule/export
    GET /admin/log/v1/trace/page
    GET /admin/log/v1/trace/export
    GET /admin/log/v1/trace/terminal/list`,
  ),
  ...lines(
    'shared',
    `POST /admin/devicelog/v1/file/precheck
    POST /admin/devicelog/v1/file/pull
    POST /admin/log/v1/trace/start`,
  ),
]
