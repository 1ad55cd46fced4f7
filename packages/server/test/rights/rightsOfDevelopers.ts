import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** What is about developers and their programme, beyond the record life cycle. */
export const ofDevelopers: readonly [string, Sort][] = [
  ...lines(
    'record',
    `PUT /admin/developer/v1/developer/agree/{id}
    PUT /admin/developer/v1/developer/apply/{id}
    PUT /admin/developer/v1/developer/close/{id}
    PUT /admin/developer/v1/developer/message/{id}
    PUT /admin/developer/v1/developer/review/{id}
    PUT /admin/developer/v1/developer/secret/{id}
    PUT /admin/developer/v1/developer/suspend/{id}/{on}
    GET /admin/developer/v1/member/list/{id}
    PUT /admin/developer/v1/member/save/{id}
    DELETE /admin/developer/v1/member/delete/{id}/{accountId}
    GET /admin/developer/v1/track/device/{id}
    PUT /admin/developer/v1/track/device/{id}
    GET /admin/developer/v1/track/version/{id}
    PUT /admin/developer/v1/track/start/{id}
    PUT /admin/developer/v1/track/end/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/developer/v1/developer/export
    GET /admin/developer/v1/track/export`,
  ),
  ...lines('unwritten', `GET /admin/developer/v1/developer/licence/{id}`),
  ...lines(
    'shared',
    `DELETE /admin/developer/v1/setting/package/reset
    DELETE /admin/developer/v1/setting/reset
    DELETE /admin/developer/v1/setting/review/reset
    GET /admin/developer/v1/developer/programme
    GET /admin/developer/v1/download/export
    GET /admin/developer/v1/download/file/{id}
    GET /admin/developer/v1/download/history/{id}
    GET /admin/developer/v1/download/stat/{id}
    GET /admin/developer/v1/setting
    GET /admin/developer/v1/setting/package
    GET /admin/developer/v1/setting/review
    PUT /admin/developer/v1/download/follow/{id}/{on}
    PUT /admin/developer/v1/download/link/{id}
    PUT /admin/developer/v1/download/publish/{id}
    PUT /admin/developer/v1/download/withdraw/{id}
    PUT /admin/developer/v1/setting
    PUT /admin/developer/v1/setting/package
    PUT /admin/developer/v1/setting/review`,
  ),
]
