import type { Sort } from './answers.ts'
import { everybodys, importOf, lifeOf, owned, sharedList } from './recordRoutes.ts'
import { lines, ofDevices } from './rightsOfDevices.ts'
import { ofAppStatistics } from './rightsOfAppStatistics.ts'
import { ofDevelopers } from './rightsOfDevelopers.ts'
import { ofLogs } from './rightsOfLogs.ts'
import { ofLogins } from './rightsOfLogins.ts'
import { ofMqtt } from './rightsOfMqtt.ts'
import { ofParams } from './rightsOfParams.ts'
import { ofPlans } from './rightsOfPlans.ts'
import { ofStatistics } from './rightsOfStatistics.ts'
import { ofStore } from './rightsOfStore.ts'
import { ofUpgrades } from './rightsOfUpgrades.ts'

/** Every route of the server and its sort: a route that is missing here fails the test. */
export const table: ReadonlyMap<string, Sort> = new Map<string, Sort>([
  ...ofDevices,
  ...ofAppStatistics,
  ...ofDevelopers,
  ...ofLogs,
  ...ofLogins,
  ...ofMqtt,
  ...ofStatistics,
  ...ofStore,
  ...ofParams,
  ...ofUpgrades,
  ...lifeOf('/admin/upgrade/v1/version', owned),
  ...ofPlans,
  ...lifeOf('/admin/upgrade/v1/plan', owned),
  ...sharedList('/admin/param/v1/dicts'),
  ...lifeOf('/admin/param/v1/global', owned),
  ...importOf('/admin/param/v1/global'),
  ...lifeOf('/admin/param/v1/template', owned),
  ...lifeOf('/admin/param/v1/param', owned),
  ...importOf('/admin/param/v1/param'),
  ...lifeOf('/admin/param/v1/json', owned),
  ...lifeOf('/admin/param/v1/rule', owned),
  ...sharedList('/admin/appstore/v1/classify'),
  ...lifeOf('/admin/appstore/v1/banner', owned),
  ...lifeOf('/admin/app/v1/orgapk', owned),
  ...lifeOf('/admin/device/v1/device', owned),
  ...lifeOf('/admin/device/v1/station', owned),
  ...lifeOf('/admin/device/v1/group', owned),
  ...lifeOf('/admin/device/v1/classify', everybodys),
  ...lifeOf('/admin/device/v1/alarm/rule', owned),
  ...lifeOf('/admin/org/v1/org', owned),
  ...lifeOf('/admin/device/v1/functional', owned),
  ...lifeOf('/admin/user/v1/role', owned),
  ...lifeOf('/admin/user/v1/user', owned),
  ...lifeOf('/admin/auth/v1/client', owned),
  ...lifeOf('/admin/system/v1/mail', owned),
  ...lifeOf('/admin/user/v1/customize', owned),
  ...lifeOf('/admin/device/v1/category', everybodys),
  ...lifeOf('/admin/system/v1/dictionary', everybodys),
  ...lifeOf('/admin/system/v1/dictionary/item', everybodys),
  ...sharedList('/admin/device/v1/features'),
  ...sharedList('/admin/device/v1/model'),
  ...sharedList('/admin/timezone/v1/area'),
  ...lifeOf('/admin/timezone/v1/timezone', everybodys),
  ...sharedList('/admin/vendor/v1/certificate'),
  ...lifeOf('/admin/developer/v1/developer', owned),
  ...lifeOf('/admin/developer/v1/download', everybodys),
  ...lifeOf('/admin/app/v1/app', owned),
  ...importOf('/admin/app/v1/app'),
  ...lifeOf('/admin/app/v1/apk', owned),
  ...lifeOf('/admin/developer/v1/track', owned),
  ...lifeOf('/admin/vendor/v1/document', everybodys),
  ...sharedList('/admin/vendor/v1/features'),
  ...sharedList('/admin/vendor/v1/vendor'),
  ...importOf('/admin/device/v1/device'),
  ...lifeOf('/admin/system/v1/server', everybodys),
  ...importOf('/admin/device/v1/station'),
  ...importOf('/admin/device/v1/group/member'),
  ...importOf('/admin/org/v1/org'),
  ...importOf('/admin/user/v1/user'),
  ...lines(
    'record',
    `GET /admin/app/v1/apk/diff/{id}/{otherId}
    GET /admin/app/v1/apk/trail/{id}
    PUT /admin/app/v1/apk/offline/{id}
    PUT /admin/app/v1/apk/publish/{id}
    PUT /admin/app/v1/apk/review/{id}
    PUT /admin/app/v1/apk/submit/{id}
    PUT /admin/app/v1/apk/templates/{id}
    PUT /admin/app/v1/apk/unplan/{id}
    PUT /admin/app/v1/apk/withdraw/{id}
    GET /admin/auth/v1/client/data/{id}
    GET /admin/auth/v1/client/menu/{id}
    DELETE /admin/org/v1/org/pwd/{id}
    DELETE /admin/org/v1/org/website/{id}
    DELETE /admin/user/v1/customize/reset/{id}/{part}
    GET /admin/org/v1/org/pwd/{id}
    GET /admin/org/v1/org/website/{id}
    GET /admin/user/v1/customize/preview/{id}
    GET /admin/user/v1/customize/pwd/{id}
    GET /admin/user/v1/customize/website/{id}
    POST /admin/user/v1/customize/domain/verify/{id}
    PUT /admin/org/v1/org/pwd/{id}
    PUT /admin/org/v1/org/website/{id}
    PUT /admin/user/v1/customize/pwd
    PUT /admin/user/v1/customize/website
    DELETE /admin/org/v1/org/keys/{id}
    GET /admin/auth/v1/client/calls/{id}
    GET /admin/auth/v1/client/webhook/log/{id}
    POST /admin/auth/v1/client/webhook/replay/{logId}
    POST /admin/auth/v1/client/webhook/test/{id}
    GET /admin/log/v1/action/detail
    GET /admin/log/v1/client/detail/{id}
    GET /admin/org/v1/org/config/{id}
    GET /admin/org/v1/org/html/{id}/{page}
    GET /admin/org/v1/org/keys/{id}
    GET /admin/org/v1/org/keys/{id}/named
    GET /admin/org/v1/org/move/preview/{id}/{parentId}
    GET /admin/org/v1/org/overview/{id}
    GET /admin/org/v1/org/user/{id}
    GET /admin/system/v1/mail/log/detail/{id}
    GET /admin/user/v1/role/data/{id}
    GET /admin/user/v1/role/menu/{id}
    GET /admin/user/v1/role/users/{id}
    GET /admin/user/v1/user/tokens/{id}
    DELETE /admin/user/v1/user/tokens/{id}
    GET /admin/user/v1/user/data/{id}
    POST /admin/org/v1/org/keys/{id}
    POST /admin/org/v1/org/keys/{id}/named
    POST /admin/system/v1/mail/log/resend/{id}
    POST /admin/system/v1/mail/test/{id}
    POST /admin/user/v1/role/copy/{id}
    POST /admin/user/v1/user/invite
    PUT /admin/auth/v1/client/data/{id}
    PUT /admin/auth/v1/client/menu/{id}
    PUT /admin/auth/v1/client/rotate/{id}
    PUT /admin/org/v1/org/config/{id}
    PUT /admin/org/v1/org/html/{id}/{page}
    PUT /admin/org/v1/org/keys/rotate/{id}
    PUT /admin/org/v1/org/move/{id}/{parentId}
    PUT /admin/org/v1/org/quota/{id}
    PUT /admin/system/v1/mail/default/{id}
    PUT /admin/user/v1/role/data/{id}
    PUT /admin/user/v1/role/menu/{id}
    PUT /admin/user/v1/user/batch/org
    PUT /admin/user/v1/user/batch/role
    PUT /admin/user/v1/user/data/{id}
    PUT /admin/user/v1/user/kick/{id}
    PUT /admin/user/v1/user/org/{id}
    PUT /admin/user/v1/user/reset/mfa/{id}
    PUT /admin/user/v1/user/reset/pwd/{id}
    PUT /admin/user/v1/user/unlock/{id}
    DELETE /admin/file/v1/upload/batch/delete
    DELETE /admin/file/v1/upload/delete/{id}
    GET /admin/file/v1/upload/references/{id}
    PUT /admin/file/v1/upload/batch/rescan
    DELETE /admin/file/v1/task/batch/delete
    DELETE /admin/file/v1/task/delete/{id}
    DELETE /admin/system/v1/asynctask/batch/delete
    GET /admin/system/v1/asynctask/detail/{id}
    GET /admin/system/v1/asynctask/items/{id}
    PUT /admin/file/v1/task/retry/{id}
    PUT /admin/system/v1/asynctask/batch/cancel
    PUT /admin/system/v1/asynctask/cancel/{id}
    PUT /admin/system/v1/asynctask/pause/{id}
    PUT /admin/system/v1/asynctask/pin/{id}/{pinned}
    PUT /admin/system/v1/asynctask/resume/{id}
    PUT /admin/system/v1/asynctask/retry/{id}
    PUT /admin/system/v1/asynctask/takeback/{id}`,
  ),
  ...lines(
    'many',
    `GET /admin/app/v1/apk/export
    GET /admin/app/v1/app/export
    GET /admin/auth/v1/client/export
    GET /admin/log/v1/action/export
    GET /admin/log/v1/action/page
    GET /admin/log/v1/action/verify
    GET /admin/log/v1/client/page
    GET /admin/log/v1/signin/export
    GET /admin/log/v1/signin/page
    GET /admin/org/v1/org/export
    GET /admin/org/v1/org/tree
    GET /admin/stat/v1/workbench/activation
    GET /admin/stat/v1/workbench/alarm
    GET /admin/stat/v1/workbench/command
    GET /admin/stat/v1/workbench/lock
    GET /admin/stat/v1/workbench/model
    GET /admin/stat/v1/workbench/summary
    GET /admin/stat/v1/workbench/todo
    GET /admin/stat/v1/workbench/todo/records
    GET /admin/stat/v1/workbench/trend
    GET /admin/stat/v1/workbench/trend/happened
    GET /admin/stat/v1/workbench/version
    GET /admin/stat/v1/workbench/version/model
    GET /admin/system/v1/mail/log/page
    GET /admin/user/v1/role/export
    GET /admin/user/v1/user/count/state
    GET /admin/user/v1/user/export
    GET /admin/file/v1/task/page
    GET /admin/system/v1/asynctask/page
    DELETE /admin/file/v1/upload/purge
    GET /admin/file/v1/upload/page`,
  ),
  ...lines(
    'platformMany',
    `GET /admin/user/v1/platform/export
    GET /admin/user/v1/platform/page`,
  ),
  ...lines(
    'platformRecord',
    `GET /admin/user/v1/platform/detail/{id}
    POST /admin/user/v1/platform/impersonate/{id}
    PUT /admin/user/v1/platform/close/{id}
    PUT /admin/user/v1/platform/freeze/{id}/{on}
    PUT /admin/user/v1/platform/link/{id}
    PUT /admin/user/v1/platform/merge/{id}/{intoId}
    PUT /admin/user/v1/platform/review/{id}`,
  ),
  ...lines('manyOwn', 'GET /admin/system/v1/asynctask/mine'),
  ...lines(
    'unwritten',
    `GET /admin/app/v1/apk/download/{id}
    GET /admin/file/v1/task/download/{id}
    GET /admin/file/v1/task/batch/download
    GET /admin/file/v1/upload/download/{id}
    GET /admin/mqtt/v1/task/item/log/{id}
    GET /admin/mqtt/v1/task/item/screenshot/{id}`,
  ),
  ...lines(
    'others',
    `DELETE /admin/file/v1/upload/cancel/{uploadId}
    GET /admin/file/v1/upload/state/{uploadId}
    POST /admin/file/v1/upload/complete/{uploadId}
    PUT /admin/file/v1/upload/chunk/{uploadId}/{n}`,
  ),
  ...lines(
    'shared',
    `GET /admin/app/v1/apk/checklist
    POST /admin/app/v1/apk/parse
    GET /admin/vendor/v1/document/export
    GET /admin/vendor/v1/document/file/{id}
    GET /admin/user/v1/user/mail/ready
    GET /admin/system/v1/parameter/export
    GET /admin/system/v1/server/export
    GET /admin/system/v1/server/job
    GET /admin/system/v1/server/metrics
    GET /admin/system/v1/server/quota
    GET /admin/system/v1/server/storage
    POST /admin/system/v1/server/job
    DELETE /admin/file/v1/upload/config/reset
    GET /admin/file/v1/upload/config
    GET /admin/file/v1/upload/rules
    GET /admin/file/v1/upload/scanner
    POST /admin/file/v1/upload/init
    PUT /admin/file/v1/upload/config
    GET /admin/user/v1/view/roles
    DELETE /admin/system/v1/parameter/batch/delete
    DELETE /admin/system/v1/parameter/delete/{id}
    GET /admin/system/v1/parameter/detail/{id}
    GET /admin/system/v1/parameter/history/{id}
    GET /admin/system/v1/parameter/page
    POST /admin/system/v1/parameter/add
    POST /admin/system/v1/parameter/secret/{id}
    PUT /admin/system/v1/parameter/reset/{id}
    PUT /admin/system/v1/parameter/update
    DELETE /admin/system/v1/language/detail/{id}
    DELETE /admin/system/v1/language/{id}
    GET /admin/system/v1/language/details
    GET /admin/system/v1/language/export/{id}
    GET /admin/system/v1/language/page
    POST /admin/system/v1/language
    POST /admin/system/v1/language/copy/{id}
    POST /admin/system/v1/language/detail
    POST /admin/system/v1/language/import/{id}
    POST /admin/system/v1/language/read/{id}
    POST /admin/system/v1/language/refresh/{id}
    PUT /admin/system/v1/language/default/{id}
    PUT /admin/system/v1/language/detail/{id}
    PUT /admin/system/v1/language/status/{id}/{status}
    PUT /admin/system/v1/language/{id}
    DELETE /admin/remote/v1/rc/config/reset
    DELETE /admin/system/v1/pwd/config/reset
    DELETE /admin/system/v1/website/map/reset
    DELETE /admin/system/v1/website/reset
    GET /admin/remote/v1/rc/config
    GET /admin/system/v1/mail/template/detail/{code}/{language}
    GET /admin/system/v1/mail/template/page
    GET /admin/system/v1/pwd/config
    GET /admin/system/v1/website/save
    GET /admin/timezone/v1/timezone/export
    POST /admin/remote/v1/rc/config/save
    POST /admin/system/v1/mail/template/preview
    POST /admin/system/v1/pwd/config/save
    POST /admin/system/v1/website/map/save
    POST /admin/system/v1/website/save
    PUT /admin/system/v1/mail/template/reset/{code}/{language}
    PUT /admin/system/v1/mail/template/update
    GET /admin/system/v1/dictionary/export
    GET /admin/system/v1/dictionary/item/export
    POST /admin/system/v1/dictionary/refresh
    PUT /admin/system/v1/dictionary/item/sort
    DELETE /admin/system/v1/menu/batch/delete
    DELETE /admin/system/v1/menu/delete/{id}
    GET /admin/system/v1/menu/detail/{id}
    GET /admin/system/v1/menu/json
    GET /admin/system/v1/menu/page
    GET /admin/system/v1/menu/preview/{roleId}
    GET /admin/system/v1/menu/tree
    POST /admin/system/v1/menu/add
    POST /admin/system/v1/menu/copy/{id}
    POST /admin/system/v1/menu/json
    PUT /admin/system/v1/menu/frame/sign/{id}
    PUT /admin/system/v1/menu/sort
    PUT /admin/system/v1/menu/status/{id}/{status}
    PUT /admin/system/v1/menu/update`,
  ),
  ...lines(
    'ownByRole',
    `GET /admin/system/v1/server/map
    GET /admin/user/v1/user/profile
    POST /admin/user/v1/user/email/code
    PUT /admin/user/v1/user/email
    PUT /admin/user/v1/user/profile
    GET /admin/user/v1/user/token
    POST /admin/user/v1/user/token
    GET /admin/user/v1/user/token/rights
    DELETE /admin/user/v1/user/token/{id}`,
  ),
  ...lines(
    'own',
    `DELETE /admin/notice/v1/notice/clear
    GET /admin/auth/v1/auth/stepup
    POST /admin/auth/v1/auth/stepup
    DELETE /admin/user/v1/user/session/list
    DELETE /admin/user/v1/user/session/{id}
    DELETE /admin/user/v1/user/passkey/delete/{id}
    DELETE /admin/user/v1/user/theme
    DELETE /admin/user/v1/view/delete/{id}
    GET /admin/user/v1/view/list
    POST /admin/user/v1/view/add
    PUT /admin/user/v1/view/default
    PUT /admin/user/v1/view/look
    PUT /admin/user/v1/view/update
    GET /admin/notice/v1/notice/page
    GET /admin/notice/v1/notice/unread
    GET /admin/system/v1/dictionary/code/{code}
    GET /admin/system/v1/menu/frame
    GET /admin/system/v1/search
    GET /admin/user/v1/menu/list
    GET /admin/user/v1/menu/missing
    GET /admin/user/v1/user/info
    GET /admin/user/v1/user/mfa
    GET /admin/user/v1/user/notice
    GET /admin/user/v1/user/passkey/list
    GET /admin/user/v1/user/session
    GET /admin/user/v1/user/session/list
    GET /admin/user/v1/user/signin/page
    GET /admin/user/v1/user/theme
    GET /admin/user/v1/user/workbench
    POST /admin/auth/v1/auth/ticket
    POST /admin/log/v1/client/error
    POST /admin/user/v1/user/mfa/bind
    POST /admin/user/v1/user/mfa/codes
    POST /admin/user/v1/user/mfa/start
    POST /admin/user/v1/user/mfa/unbind
    POST /admin/user/v1/user/passkey/add
    POST /admin/user/v1/user/passkey/start
    PUT /admin/notice/v1/notice/read
    PUT /admin/notice/v1/notice/read/{id}
    PUT /admin/user/v1/user/notice
    GET /admin/user/v1/user/password
    PUT /admin/user/v1/user/password
    PUT /admin/user/v1/user/theme
    PUT /admin/user/v1/user/workbench`,
  ),
  ...lines('platformPerson', 'POST /admin/system/v1/mail/log/reveal/{id}'),
  ...lines(
    'public',
    `GET /admin/auth/v1/auth/code
    GET /admin/system/v1/language/details/front/{code}
    GET /admin/system/v1/language/details/start/{code}
    GET /admin/system/v1/languages
    GET /admin/system/v1/pwd/rule
    GET /admin/system/v1/server/init
    GET /captchaImage
    POST /admin/auth/v1/auth/callback
    POST /admin/auth/v1/auth/callback/accept
    POST /admin/auth/v1/auth/passkey
    POST /admin/auth/v1/auth/passkey/start
    POST /admin/auth/v1/auth/unlock
    POST /admin/auth/v1/auth/visit
    POST /admin/user/v1/user/forget
    POST /admin/user/v1/user/login
    POST /register
    POST /rsa/key`,
  ),
])
