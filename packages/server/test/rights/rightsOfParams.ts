import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** What is about parameters, beyond the record life cycle. */
export const ofParams: readonly [string, Sort][] = [
  ...lines(
    'shared',
    `GET /admin/param/v1/dicts/groups
    GET /admin/param/v1/dicts/used/{id}
    POST /admin/param/v1/dicts/import/compare
    POST /admin/param/v1/dicts/import/json
    POST /admin/param/v1/dicts/import/xml
    POST /admin/param/v1/dicts/secret/{id}
    PUT /admin/param/v1/dicts/batch/group`,
  ),
  ...lines('own', 'GET /admin/param/v1/dicts/pattern'),
  ...lines('record', 'GET /admin/param/v1/global/effective/{deviceId}'),
  ...lines(
    'record',
    `GET /admin/param/v1/param/form/{id}
    PUT /admin/param/v1/param/draft/{id}
    GET /admin/param/v1/param/impact/{id}
    PUT /admin/param/v1/param/activate/{id}
    PUT /admin/param/v1/param/revoke/{id}
    POST /admin/param/v1/param/push/{id}
    GET /admin/param/v1/param/revision/{id}
    GET /admin/param/v1/param/revision/{id}/{revision}
    PUT /admin/param/v1/param/revert/{id}/{revision}
    POST /admin/param/v1/param/copy/{id}
    POST /admin/param/v1/param/copy/impact/{id}
    PUT /admin/param/v1/param/batch/push
    PUT /admin/param/v1/param/batch/activate
    GET /admin/param/v1/param/file/{id}/{pid}
    GET /admin/param/v1/param/sync/{id}
    GET /admin/param/v1/log/delivery/detail/{deviceId}/{appId}
    GET /admin/param/v1/log/past-delivery/page
    GET /admin/param/v1/log/past-delivery/export
    PUT /admin/param/v1/push/cancel/{id}
    GET /admin/param/v1/push/detail/{id}
    GET /admin/param/v1/push/errors/{id}
    PUT /admin/param/v1/push/item/cancel
    GET /admin/param/v1/push/item/export
    GET /admin/param/v1/push/item/page
    PUT /admin/param/v1/push/pause/{id}
    PUT /admin/param/v1/push/rate/{id}
    PUT /admin/param/v1/push/resume/{id}
    PUT /admin/param/v1/push/retry/{id}
    PUT /admin/param/v1/push/stop/{id}
    GET /admin/param/v1/param/device/{deviceId}
    POST /admin/param/v1/param/device/push/{deviceId}/{appId}
    PUT /admin/param/v1/param/device/push
    GET /admin/param/v1/param/effective/{deviceId}/{appId}
    GET /admin/param/v1/param/effective/{deviceId}/{appId}/diff`,
  ),
  // Of a template that nobody made.
  ...lines('shared', 'GET /admin/param/v1/param/values/export'),
  ...lines(
    'many',
    `GET /admin/param/v1/param/export
    GET /admin/param/v1/param/search
    GET /admin/param/v1/ending/page
    GET /admin/param/v1/ending/export
    GET /admin/param/v1/ending/device/page
    GET /admin/param/v1/param/templates`,
  ),
  ...lines(
    'many',
    `GET /admin/param/v1/global/export
    GET /admin/param/v1/global/impact
    GET /admin/param/v1/global/used/{key}`,
  ),
  ...lines(
    'record',
    `GET /admin/param/v1/template/content/{id}
    PUT /admin/param/v1/template/content/{id}
    GET /admin/param/v1/template/check/{id}
    PUT /admin/param/v1/template/publish/{id}
    PUT /admin/param/v1/template/state/{id}/{to}
    POST /admin/param/v1/template/copy/{id}
    GET /admin/param/v1/template/revisions/{id}
    GET /admin/param/v1/template/revision/{id}/{rev}
    GET /admin/param/v1/template/pids/{id}
    GET /admin/param/v1/template/diff/{id}/{rev1}/{rev2}
    POST /admin/param/v1/template/migrate/{id}
    GET /admin/param/v1/template/migrate/{id}/{rev1}/{rev2}
    PUT /admin/param/v1/template/migrate/{id}/{rev1}/{rev2}
    POST /admin/param/v1/template/preview/{id}
    GET /admin/param/v1/template/export/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/param/v1/template/export
    GET /admin/param/v1/rule/export
    GET /admin/param/v1/rule/finding/page
    GET /admin/param/v1/rule/finding/export
    GET /admin/param/v1/log/page
    GET /admin/param/v1/log/export
    GET /admin/param/v1/log/delivery/page
    GET /admin/param/v1/log/delivery/export
    GET /admin/param/v1/log/edit/page
    GET /admin/param/v1/log/edit/export
    GET /admin/param/v1/push/count
    GET /admin/param/v1/push/export
    GET /admin/param/v1/push/page`,
  ),
  ...lines(
    'shared',
    `GET /admin/param/v1/template/formats
    GET /admin/param/v1/template/offered
    POST /admin/param/v1/template/import
    POST /admin/param/v1/template/import/params`,
  ),
  ...lines(
    'record',
    `GET /admin/param/v1/json/content/{id}
    PUT /admin/param/v1/json/content/{id}
    GET /admin/param/v1/json/impact/{id}
    PUT /admin/param/v1/json/publish/{id}
    PUT /admin/param/v1/json/withdraw/{id}
    PUT /admin/param/v1/json/rollback/{id}/{revision}
    GET /admin/param/v1/json/revisions/{id}
    POST /admin/param/v1/json/copy/{id}
    POST /admin/param/v1/json/push/{id}
    GET /admin/param/v1/json/export/{id}
    GET /admin/param/v1/json/sync/{id}
    GET /admin/param/v1/json/merged/{deviceId}/{code}
    GET /admin/param/v1/json/device/{deviceId}`,
  ),
  ...lines('many', 'GET /admin/param/v1/json/export'),
  ...lines('shared', 'POST /admin/param/v1/json/validate'),
]
