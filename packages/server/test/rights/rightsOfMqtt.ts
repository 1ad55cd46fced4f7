import type { Sort } from './answers.ts'
import { lines } from './rightsOfDevices.ts'

/** Messages to terminals: tasks, the trail, the settings of the link. */
export const ofMqtt: readonly [string, Sort][] = [
  ...lines(
    'record',
    `GET /admin/mqtt/v1/log/detail/{id}
    POST /admin/mqtt/v1/log/resend/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/mqtt/v1/config/clients/page
    PUT /admin/mqtt/v1/config/clients/kick/{clientId}
    POST /admin/mqtt/v1/config/publish/test
    GET /admin/mqtt/v1/log/export
    GET /admin/mqtt/v1/log/page
    GET /admin/mqtt/v1/log/tail
    GET /admin/mqtt/v1/log/trace/{correlationId}`,
  ),
  ...lines(
    'shared',
    `DELETE /admin/mqtt/v1/config/auth/reset
    DELETE /admin/mqtt/v1/config/defaults/reset
    DELETE /admin/mqtt/v1/config/messages/reset
    DELETE /admin/mqtt/v1/config/limits/reset
    GET /admin/mqtt/v1/config/auth
    GET /admin/mqtt/v1/config/defaults
    GET /admin/mqtt/v1/config/messages
    GET /admin/mqtt/v1/config/limits
    GET /admin/mqtt/v1/config/metrics
    GET /admin/mqtt/v1/log/unrecorded
    POST /admin/mqtt/v1/config/auth/save
    POST /admin/mqtt/v1/config/defaults/save
    POST /admin/mqtt/v1/config/messages/save
    POST /admin/mqtt/v1/config/limits/save
    POST /admin/mqtt/v1/config/test/{id}`,
  ),
]
