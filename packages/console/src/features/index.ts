import type { ScreenKey } from '@muster/contract'
import { firstScreen, type Screen, screen } from './screen.ts'

/** `frame`: the shell itself. */
type Entry = Screen | 'frame'

/** The spec: three keys resolve to this one. */
const workbench = screen(() =>
  import('./stat/workbench/Workbench.tsx').then((file) => file.Workbench),
)

/** Each component key of the server's menu. A key without an entry does not compile. */
const screens = {
  LAYOUT: 'frame',
  DASHDOARD: workbench,
  WORKBENCH: workbench,
  ROLE: screen(() => import('./user/role/RoleList.tsx').then((file) => file.RoleList)),
  DICTIONARY: screen(() =>
    import('./system/dictionary/DictionaryScreen.tsx').then((file) => file.DictionaryScreen),
  ),
  PARAMETER: screen(() =>
    import('./system/parameter/ParameterList.tsx').then((file) => file.ParameterList),
  ),
  LANG: screen(() =>
    import('./system/language/LanguageScreen.tsx').then((file) => file.LanguageScreen),
  ),
  MENU: screen(() => import('./system/menu/MenuScreen.tsx').then((file) => file.MenuScreen)),
  SERVER: screen(() =>
    import('./system/server/ServerScreen.tsx').then((file) => file.ServerScreen),
  ),
  PERSONAL_CENTER: screen(() =>
    import('./user/PersonalCenter.tsx').then((file) => file.PersonalCenter),
  ),
  FILE: screen(() => import('./file/FileList.tsx').then((file) => file.FileList)),
  UPLOAD: screen(() => import('./file/upload/UploadScreen.tsx').then((file) => file.UploadScreen)),
  MAILCONFIG: screen(() => import('./system/mail/MailScreen.tsx').then((file) => file.MailScreen)),
  WEBSITE: screen(() => import('./system/website/Website.tsx').then((file) => file.Website)),
  USER: screen(() => import('./user/account/UserList.tsx').then((file) => file.UserList)),
  ORGANIZATION: screen(() =>
    import('./organization/OrganizationScreen.tsx').then((file) => file.OrganizationScreen),
  ),
  DEVELOPER: screen(() =>
    import('./developer/DeveloperList.tsx').then((file) => file.DeveloperList),
  ),
  AREA: screen(() => import('./timezone/area/AreaList.tsx').then((file) => file.AreaList)),
  LOG: screen(() => import('./log/LogScreen.tsx').then((file) => file.LogScreen)),
  TIMEZONE: screen(() =>
    import('./timezone/timezone/TimezoneList.tsx').then((file) => file.TimezoneList),
  ),
  VENDOR: screen(() => import('./vendor/VendorList.tsx').then((file) => file.VendorList)),
  CLIENT: screen(() => import('./client/ClientList.tsx').then((file) => file.ClientList)),
  CUSTOMIZE: screen(() =>
    import('./user/customize/CustomizeList.tsx').then((file) => file.CustomizeList),
  ),
  DEVICE: screen(() =>
    import('./device/detail/DeviceDetail.tsx').then((file) => file.DeviceDetail),
  ),
  APPLY: screen(() => import('./device/apply/ApplyScreen.tsx').then((file) => file.ApplyScreen)),
  CATEGORY: screen(() =>
    import('./device/category/CategoryList.tsx').then((file) => file.CategoryList),
  ),
  FEATURES: screen(() =>
    import('./device/feature/FeatureList.tsx').then((file) => file.FeatureList),
  ),
  FUNCTIONAL: screen(() =>
    import('./device/functional/FunctionalList.tsx').then((file) => file.FunctionalList),
  ),
  DEVICE_CLASSIFICATION: screen(() =>
    import('./device/classification/ClassificationList.tsx').then(
      (file) => file.ClassificationList,
    ),
  ),
  ALARM_LOG: screen(() => import('./alarm/AlarmScreen.tsx').then((file) => file.AlarmScreen)),
  DEVICE_LIST: firstScreen(() =>
    import('./device/list/DeviceList.tsx').then((file) => file.DeviceList),
  ),
  MANUFACTURER_FEATURES: screen(() =>
    import('./vendor/matrix/MatrixScreen.tsx').then((file) => file.MatrixScreen),
  ),
  STATION: screen(() =>
    import('./device/station/StationList.tsx').then((file) => file.StationList),
  ),
  DASHDOARD3: workbench,
  WALL: screen(() => import('./stat/wall/Wall.tsx').then((file) => file.Wall)),
  DEVICE_MODEL: screen(() => import('./device/model/ModelList.tsx').then((file) => file.ModelList)),
  LOCATION: screen(() =>
    import('./device/location/LocationScreen.tsx').then((file) => file.LocationScreen),
  ),
  LOCATION_ZH: screen(() =>
    import('./device/location/LocationScreen.tsx').then((file) => file.ChinaLocationScreen),
  ),
  REPAIR: screen(() =>
    import('./device/repair/RepairScreen.tsx').then((file) => file.RepairScreen),
  ),
  LOGTRACE: screen(() => import('./logs/TraceScreen.tsx').then((file) => file.TraceScreen)),
  MANAGE_DEVICE_LOG: screen(() =>
    import('./logs/LogFilesScreen.tsx').then((file) => file.LogFilesScreen),
  ),
  VERSION: screen(() =>
    import('./upgrade/version/VersionList.tsx').then((file) => file.VersionList),
  ),
  PLAN: screen(() => import('./upgrade/plan/PlanList.tsx').then((file) => file.PlanList)),
  RESULT: screen(() => import('./upgrade/result/ResultList.tsx').then((file) => file.ResultList)),
  PLATfORM_USERS: screen(() =>
    import('./user/platform/PlatformUserList.tsx').then((file) => file.PlatformUserList),
  ),
  APPLICATION_MANAGE: screen(() => import('./app/AppList.tsx').then((file) => file.AppList)),
  APPLICATION_DETAIL: screen(() =>
    import('./app/detail/AppDetail.tsx').then((file) => file.AppDetail),
  ),
  APPLICATION_DEV_SETTING: screen(() =>
    import('./developer/setting/DeveloperSettings.tsx').then((file) => file.DeveloperSettings),
  ),
  APPLICATION_DEV_DOWNLOAD: screen(() =>
    import('./developer/download/DownloadList.tsx').then((file) => file.DownloadList),
  ),
  ORGANIZATION_APK: screen(() =>
    import('./app/policy/PolicyList.tsx').then((file) => file.PolicyList),
  ),
  APPLICATION_CLASSIFY: screen(() =>
    import('./appstore/CategoryList.tsx').then((file) => file.CategoryList),
  ),
  APPSTORE_BANNER: screen(() =>
    import('./appstore/BannerList.tsx').then((file) => file.BannerList),
  ),
  DEVICE_GROUP: screen(() => import('./device/group/GroupList.tsx').then((file) => file.GroupList)),
  MANUFACTURER_DETAIL: screen(() =>
    import('./vendor/detail/VendorDetail.tsx').then((file) => file.VendorDetail),
  ),
  MQTT_TASK: screen(() => import('./push/TaskScreen.tsx').then((file) => file.TaskScreen)),
  MQTT_LOG: screen(() => import('./mqtt/log/MqttLogScreen.tsx').then((file) => file.MqttLogScreen)),
  MQTT_APK: screen(() => import('./push/AppTaskScreen.tsx').then((file) => file.AppTaskScreen)),
  MQTT_CONFIG: screen(() =>
    import('./mqtt/config/MqttConfigScreen.tsx').then((file) => file.MqttConfigScreen),
  ),
  PARAM_TEMPLATE: screen(() =>
    import('./param/template/ParamTemplateList.tsx').then((file) => file.ParamTemplateList),
  ),
  PARAM: screen(() => import('./param/ParamScreen.tsx').then((file) => file.ParamScreen)),
  PARAM_DICTS: screen(() => import('./param/dict/DictList.tsx').then((file) => file.DictList)),
  ADD_PARAM: screen(() =>
    import('./param/editor/ParamEditor.tsx').then((file) => file.ParamEditor),
  ),
  PARAM_LOG: screen(() =>
    import('./param/log/ParamLogScreen.tsx').then((file) => file.ParamLogScreen),
  ),
  JSON_CONFIG: screen(() => import('./param/json/JsonList.tsx').then((file) => file.JsonList)),
  GLOBAL_PARAMS: screen(() =>
    import('./param/variable/VariableList.tsx').then((file) => file.VariableList),
  ),
  DEVICE_LOG: screen(() =>
    import('./device/log/DeviceLogScreen.tsx').then((file) => file.DeviceLogScreen),
  ),
  APK_LOG: screen(() => import('./device/log/AppLogScreen.tsx').then((file) => file.AppLogScreen)),
  STATISTICS_APK: screen(() => import('./stat/app/AppStat.tsx').then((file) => file.AppStat)),
  STATISTICS_DEVICE: screen(() =>
    import('./stat/device/DeviceStat.tsx').then((file) => file.DeviceStat),
  ),
  STATISTICS_PLAN: screen(() => import('./stat/plan/PlanStat.tsx').then((file) => file.PlanStat)),
  STATISTICS_VERSION: screen(() =>
    import('./stat/version/VersionStat.tsx').then((file) => file.VersionStat),
  ),
  STATISTICS_DEVICE_LOGIN_LOG: screen(() =>
    import('./stat/login/LoginScreen.tsx').then((file) => file.LoginScreen),
  ),
  STATISTICS_DEVICE_APK_LOG: screen(() =>
    import('./stat/app/AppUseScreen.tsx').then((file) => file.AppUseScreen),
  ),
  STATISTICS_MAP: screen(() => import('./stat/map/MapStat.tsx').then((file) => file.MapStat)),
  REPORT_SUBSCRIPTION: screen(() =>
    import('./stat/report/ReportList.tsx').then((file) => file.ReportList),
  ),
  IFRAME: screen(() => import('./system/frame/EmbeddedPage.tsx').then((file) => file.EmbeddedPage)),
  ASYNCTASK_MANAGE: screen(() => import('./task/TaskList.tsx').then((file) => file.TaskList)),
} satisfies Record<ScreenKey, Entry>

const known = new Map<string, Entry>(Object.entries(screens))

/** The screen of a component key; none for keys that are unknown, or the frame. */
export function screenOf(key: string): Screen | null {
  const entry = known.get(key)
  return typeof entry === 'object' ? entry : null
}

/** Fetches the code of a screen ahead of its first use: when someone points at it, or is idle. */
export async function prefetch(key: string): Promise<void> {
  // What fails here is asked for again when it is needed, and told then.
  await screenOf(key)
    ?.load()
    .catch(() => undefined)
}
