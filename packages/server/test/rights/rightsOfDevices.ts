import type { Sort } from './answers.ts'

/** Routes of one sort, one a line. */
export const lines = (sort: Sort, text: string): [string, Sort][] =>
  text
    .trim()
    .split('\n')
    .map((line) => [line.trim(), sort])

/** What is about terminals and their makers, beyond the record life cycle. */
export const ofDevices: readonly [string, Sort][] = [
  ...lines(
    'unwritten',
    `GET /admin/device/v1/apply/file/{id}/{fileId}
    GET /admin/device/v1/repair/photo/{id}/{fileId}`,
  ),
  ...lines(
    'record',
    `GET /admin/devicelog/v1/log/detail
    GET /admin/log/v1/apk/detail
    PUT /admin/device/v1/alarm/ack/{id}
    PUT /admin/device/v1/alarm/batch/ack
    PUT /admin/device/v1/alarm/batch/close
    PUT /admin/device/v1/alarm/batch/mute
    PUT /admin/device/v1/alarm/batch/unmute
    PUT /admin/device/v1/alarm/close/{id}
    GET /admin/device/v1/alarm/detail/{id}
    PUT /admin/device/v1/apply/approve/{id}
    GET /admin/device/v1/apply/approver/{id}
    PUT /admin/device/v1/apply/assign/{id}
    PUT /admin/device/v1/apply/batch/approve
    POST /admin/device/v1/apply/claim/{orgId}
    DELETE /admin/device/v1/apply/delete/{id}
    GET /admin/device/v1/apply/detail/{id}
    PUT /admin/device/v1/apply/execute/{id}
    POST /admin/device/v1/apply/impact/{id}
    PUT /admin/device/v1/apply/reject/{id}
    PUT /admin/device/v1/apply/submit/{id}
    PUT /admin/device/v1/apply/update
    PUT /admin/device/v1/apply/withdraw/{id}
    PUT /admin/device/v1/device/activate/{id}
    POST /admin/device/v1/device/batch/command
    POST /admin/device/v1/device/batch/locate
    POST /admin/device/v1/device/batch/message
    PUT /admin/device/v1/device/batch/group/join
    PUT /admin/device/v1/device/batch/group/leave
    PUT /admin/device/v1/device/batch/label/give
    PUT /admin/device/v1/device/batch/label/take
    PUT /admin/device/v1/device/batch/move
    PUT /admin/device/v1/device/batch/move/wipe
    POST /admin/device/v1/device/batch/reboot
    PUT /admin/device/v1/device/batch/release
    PUT /admin/device/v1/device/batch/repair
    PUT /admin/device/v1/device/batch/resume
    PUT /admin/device/v1/device/batch/scrap
    PUT /admin/device/v1/device/batch/suspend
    POST /admin/device/v1/device/batch/sync
    POST /admin/device/v1/device/command/{id}
    PUT /admin/device/v1/device/found/{id}
    GET /admin/device/v1/device/health/{id}
    PUT /admin/device/v1/device/lost/{id}
    PUT /admin/device/v1/device/move/wipe/{id}
    PUT /admin/device/v1/device/move/{id}
    PUT /admin/device/v1/device/release/{id}
    PUT /admin/device/v1/device/repair/{id}
    PUT /admin/device/v1/device/repaired/{id}
    PUT /admin/device/v1/device/resume/{id}
    PUT /admin/device/v1/device/scrap/{id}
    PUT /admin/device/v1/device/suspend/{id}
    PUT /admin/device/v1/device/swap/{id}
    PUT /admin/device/v1/device/tags
    GET /admin/device/v1/device/why/{id}
    GET /admin/device/v1/device/{id}/capabilities
    GET /admin/device/v1/device/{id}/configuration
    GET /admin/device/v1/device/{id}/connectivity
    GET /admin/device/v1/device/{id}/locations
    GET /admin/device/v1/device/{id}/snapshots
    GET /admin/device/v1/device/{id}/tasks
    GET /admin/device/v1/device/{id}/timeline
    GET /admin/device/v1/functional/effective/{deviceId}
    GET /admin/device/v1/functional/impact/{id}
    PUT /admin/device/v1/functional/publish/{id}
    GET /admin/device/v1/functional/revision/{id}
    PUT /admin/device/v1/functional/rollback/{id}
    GET /admin/device/v1/functional/standing/{id}
    POST /admin/device/v1/group/copy/{id}
    POST /admin/device/v1/group/freeze/{id}
    POST /admin/device/v1/group/member/add
    DELETE /admin/device/v1/group/member/exclude
    POST /admin/device/v1/group/member/exclude
    GET /admin/device/v1/group/member/excluded/page
    GET /admin/device/v1/group/member/page
    DELETE /admin/device/v1/group/member/remove
    GET /admin/device/v1/group/member/why/{id}
    POST /admin/device/v1/group/rebuild/{id}
    PUT /admin/device/v1/group/suspend/{id}/{suspended}
    GET /admin/device/v1/location/detail/zh/{deviceId}
    GET /admin/device/v1/location/detail/{deviceId}
    POST /admin/device/v1/location/refresh/{deviceId}
    GET /admin/device/v1/location/track/export/{deviceId}
    GET /admin/device/v1/location/track/zh/{deviceId}
    GET /admin/device/v1/device/{id}/accessories
    GET /admin/device/v1/device/{id}/keys
    GET /admin/device/v1/device/{id}/apps
    GET /admin/device/v1/device/{id}/apps/events
    GET /admin/device/v1/location/track/{deviceId}
    PUT /admin/mqtt/v1/apk/approve/{id}
    PUT /admin/mqtt/v1/apk/cancel/{id}
    GET /admin/mqtt/v1/apk/detail/{id}
    GET /admin/mqtt/v1/apk/errors/{id}
    PUT /admin/mqtt/v1/apk/item/cancel
    GET /admin/mqtt/v1/apk/item/export
    GET /admin/mqtt/v1/apk/item/page
    PUT /admin/mqtt/v1/apk/pause/{id}
    PUT /admin/mqtt/v1/apk/rate/{id}
    PUT /admin/mqtt/v1/apk/reject/{id}
    PUT /admin/mqtt/v1/apk/resume/{id}
    PUT /admin/mqtt/v1/apk/retry/{id}
    PUT /admin/mqtt/v1/apk/stop/{id}
    POST /admin/mqtt/v1/apk/rollback/{id}
    POST /admin/mqtt/v1/apk/precheck/{id}
    PUT /admin/mqtt/v1/apk/update/{id}
    PUT /admin/mqtt/v1/task/approve/{id}
    PUT /admin/mqtt/v1/task/cancel/{id}
    GET /admin/mqtt/v1/task/detail/{id}
    GET /admin/mqtt/v1/task/errors/{id}
    DELETE /admin/mqtt/v1/task/halt/{id}
    PUT /admin/mqtt/v1/task/item/cancel
    GET /admin/mqtt/v1/task/item/export
    GET /admin/mqtt/v1/task/item/page
    PUT /admin/mqtt/v1/task/pause/{id}
    PUT /admin/mqtt/v1/task/rate/{id}
    PUT /admin/mqtt/v1/task/reject/{id}
    PUT /admin/mqtt/v1/task/resume/{id}
    PUT /admin/mqtt/v1/task/retry/{id}
    PUT /admin/mqtt/v1/task/stop/{id}
    POST /admin/mqtt/v1/task/precheck/{id}
    PUT /admin/mqtt/v1/task/update/{id}
    PUT /admin/mqtt/v1/template/update
    DELETE /admin/mqtt/v1/template/delete/{id}
    PUT /admin/device/v1/repair/assign/{id}
    PUT /admin/device/v1/repair/batch/receive
    POST /admin/device/v1/repair/comment/{id}
    PUT /admin/device/v1/repair/checks/{id}
    PUT /admin/device/v1/repair/cost/{id}
    POST /admin/device/v1/repair/custody/{id}
    GET /admin/device/v1/repair/detail/{id}
    PUT /admin/device/v1/repair/photos/{id}
    PUT /admin/device/v1/repair/scrap/{id}
    PUT /admin/device/v1/repair/swap/{id}
    PUT /admin/device/v1/repair/transition/{id}/{state}
    PUT /admin/device/v1/repair/update
    POST /admin/device/v1/station/bind
    POST /admin/device/v1/station/bind/impact
    POST /admin/device/v1/station/geofence/impact/{id}
    POST /admin/device/v1/station/move/impact/{id}
    POST /admin/device/v1/station/geofence/whitelist
    GET /admin/device/v1/station/geofence/{id}
    PUT /admin/device/v1/station/geofence/{id}
    POST /admin/device/v1/station/merge
    POST /admin/device/v1/station/merge/preview
    GET /admin/device/v1/station/qr/{id}
    DELETE /admin/device/v1/station/unbind`,
  ),
  ...lines(
    'many',
    `GET /admin/devicelog/v1/log/page
    GET /admin/log/v1/apk/page
    GET /admin/log/v1/apk/export
    GET /admin/devicelog/v1/log/export
    GET /admin/device/v1/alarm/count
    GET /admin/device/v1/alarm/count/state
    GET /admin/device/v1/alarm/export
    GET /admin/device/v1/alarm/page
    GET /admin/device/v1/alarm/rule/export
    POST /admin/device/v1/apply/add
    GET /admin/device/v1/apply/count/state
    GET /admin/device/v1/apply/export
    GET /admin/device/v1/apply/page
    GET /admin/device/v1/apply/unclaimed/export
    GET /admin/device/v1/apply/unclaimed/page
    GET /admin/device/v1/apply/unknown/page
    GET /admin/device/v1/device/count
    GET /admin/device/v1/device/export
    GET /admin/device/v1/device/unknown
    POST /admin/device/v1/device/impact/{event}
    GET /admin/device/v1/functional/export
    GET /admin/device/v1/group/export
    GET /admin/device/v1/location/cluster
    GET /admin/device/v1/location/export
    GET /admin/device/v1/location/page
    POST /admin/device/v1/repair/add
    PUT /admin/device/v1/repair/receive
    GET /admin/device/v1/repair/count/state
    GET /admin/device/v1/repair/depots
    GET /admin/device/v1/repair/export
    GET /admin/device/v1/repair/page
    GET /admin/device/v1/repair/sla
    GET /admin/device/v1/station/export
    POST /admin/device/v1/station/geocode
    POST /admin/mqtt/v1/apk/add
    GET /admin/mqtt/v1/apk/count
    GET /admin/mqtt/v1/apk/export
    GET /admin/mqtt/v1/apk/page
    POST /admin/mqtt/v1/apk/precheck
    POST /admin/mqtt/v1/task/add
    GET /admin/mqtt/v1/task/count
    GET /admin/mqtt/v1/task/export
    POST /admin/mqtt/v1/task/halt
    GET /admin/mqtt/v1/task/halts
    GET /admin/mqtt/v1/task/page
    POST /admin/mqtt/v1/task/precheck
    POST /admin/mqtt/v1/template/add
    GET /admin/mqtt/v1/template/page`,
  ),
  ...lines(
    'shared',
    `GET /admin/device/v1/category/export
    GET /admin/device/v1/category/tree
    PUT /admin/device/v1/category/sort
    GET /admin/device/v1/model/tree
    POST /admin/device/v1/model/keys/impact/{id}
    POST /admin/device/v1/classify/bind
    GET /admin/device/v1/classify/export
    POST /admin/device/v1/classify/rebuild/{id}
    GET /admin/device/v1/device/shell
    GET /admin/device/v1/device/supports
    POST /admin/device/v1/functional/impact/rows
    POST /admin/device/v1/group/preview
    PUT /admin/vendor/v1/features/cell
    POST /admin/vendor/v1/features/copy
    POST /admin/vendor/v1/features/copy/impact
    POST /admin/vendor/v1/features/impact
    POST /admin/vendor/v1/features/impact/rows
    GET /admin/vendor/v1/features/matrix/{vendorId}
    GET /admin/vendor/v1/vendor/devices/{id}
    GET /admin/vendor/v1/vendor/quality/{id}
    POST /admin/vendor/v1/vendor/invite/{id}
    POST /admin/vendor/v1/vendor/signer/test/{id}`,
  ),
  ...lines('own', `GET /admin/device/v1/location/style`),
]
