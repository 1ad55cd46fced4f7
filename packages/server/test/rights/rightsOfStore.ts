import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** What is about the application store of the terminals, beyond the record life cycle. */
export const ofStore: readonly [string, Sort][] = [
  ...lines(
    'record',
    `PUT /admin/appstore/v1/banner/publish/{id}
    POST /admin/appstore/v1/banner/copy/{id}
    PUT /admin/appstore/v1/banner/sort
    GET /admin/appstore/v1/banner/stat/{id}
    GET /admin/app/v1/orgapk/effective/{deviceId}
    GET /admin/app/v1/orgapk/why/{deviceId}/{appId}
    GET /admin/app/v1/orgapk/compliance/{id}
    GET /admin/app/v1/orgapk/standing/page
    GET /admin/app/v1/orgapk/standing/export
    GET /admin/app/v1/orgapk/release/{id}
    GET /admin/app/v1/orgapk/share/{id}
    POST /admin/app/v1/orgapk/release/{id}
    PUT /admin/app/v1/orgapk/release/{id}/{act}`,
  ),
  ...lines(
    'shared',
    `GET /admin/appstore/v1/classify/tree
    PUT /admin/appstore/v1/classify/sort
    GET /admin/appstore/v1/banner/export
    POST /admin/app/v1/orgapk/copy
    POST /admin/app/v1/orgapk/precheck
    GET /admin/app/v1/orgapk/app/list
    GET /admin/app/v1/apk/template/list
    GET /admin/app/v1/orgapk/app/versions/{id}
    GET /admin/app/v1/orgapk/export`,
  ),
]
