import type { ScreenKey } from '@muster/contract'

/** One screen in the shipped menu. */
export interface ShippedPage {
  readonly component: ScreenKey
  readonly path: string
  /** Route name; also the last part of the page's text key. */
  readonly name: string
  readonly icon: string
  /** Pages that are reached from another page, not from the sidebar. */
  readonly hidden?: true
  /** The page whose sidebar entry is lit while a hidden page is open. */
  readonly activeMenu?: string
}

export interface ShippedDirectory {
  readonly name: string
  readonly icon: string
  readonly pages: readonly ShippedPage[]
}

/** The whole menu, all component keys of the product spec, in the order of the sidebar. */
export const shippedMenu: readonly ShippedDirectory[] = [
  {
    name: 'home',
    icon: 'home',
    pages: [
      { component: 'WORKBENCH', path: '/workbench', name: 'Dashboard', icon: 'gauge' },
      {
        component: 'DASHDOARD',
        path: '/dashboard',
        name: 'DashboardAll',
        icon: 'gauge',
        hidden: true,
      },
      {
        component: 'DASHDOARD3',
        path: '/dashboard/model',
        name: 'DashboardModel',
        icon: 'gauge',
        hidden: true,
      },
      { component: 'WALL', path: '/wall', name: 'Wall', icon: 'activity' },
    ],
  },
  {
    name: 'estate',
    icon: 'terminal',
    pages: [
      { component: 'DEVICE_LIST', path: '/device/list', name: 'DeviceList', icon: 'terminal' },
      {
        component: 'DEVICE',
        path: '/device/detail/:id',
        name: 'DeviceDetail',
        icon: 'terminal',
        hidden: true,
        activeMenu: '/device/list',
      },
      { component: 'APPLY', path: '/device/apply', name: 'DeviceApply', icon: 'inbox' },
      { component: 'DEVICE_GROUP', path: '/device/group', name: 'DeviceGroup', icon: 'group' },
      {
        component: 'DEVICE_CLASSIFICATION',
        path: '/device/classify',
        name: 'DeviceClassification',
        icon: 'tag',
      },
      { component: 'STATION', path: '/device/station', name: 'Station', icon: 'store' },
      { component: 'LOCATION', path: '/device/location', name: 'Location', icon: 'map' },
      { component: 'LOCATION_ZH', path: '/device/location-zh', name: 'LocationZh', icon: 'atlas' },
      { component: 'REPAIR', path: '/device/repair', name: 'Repair', icon: 'wrench' },
      { component: 'ALARM_LOG', path: '/device/alarm', name: 'AlarmLog', icon: 'bell' },
      { component: 'DEVICE_MODEL', path: '/device/model', name: 'DeviceModel', icon: 'chip' },
      { component: 'CATEGORY', path: '/device/category', name: 'Category', icon: 'tree' },
      { component: 'FEATURES', path: '/device/features', name: 'Features', icon: 'list' },
      { component: 'FUNCTIONAL', path: '/device/functional', name: 'Functional', icon: 'sliders' },
    ],
  },
  {
    name: 'vendors',
    icon: 'factory',
    pages: [
      { component: 'VENDOR', path: '/vendor/list', name: 'Vendor', icon: 'factory' },
      {
        component: 'MANUFACTURER_DETAIL',
        path: '/vendor/detail/:id',
        name: 'ManufacturerDetail',
        icon: 'factory',
        hidden: true,
        activeMenu: '/vendor/list',
      },
      {
        component: 'MANUFACTURER_FEATURES',
        path: '/vendor/features',
        name: 'ManufacturerFeatures',
        icon: 'grid',
      },
      { component: 'DEVELOPER', path: '/vendor/developer', name: 'Developer', icon: 'code' },
      {
        component: 'APPLICATION_DEV_SETTING',
        path: '/vendor/developer-setting',
        name: 'DeveloperSetting',
        icon: 'toggle',
      },
      {
        component: 'APPLICATION_DEV_DOWNLOAD',
        path: '/vendor/developer-download',
        name: 'DeveloperDownload',
        icon: 'download',
      },
    ],
  },
  {
    name: 'apps',
    icon: 'apps',
    pages: [
      {
        component: 'APPLICATION_MANAGE',
        path: '/app/manage',
        name: 'ApplicationManage',
        icon: 'apps',
      },
      {
        component: 'APPLICATION_DETAIL',
        path: '/app/detail/:id',
        name: 'ApplicationDetail',
        icon: 'apps',
        hidden: true,
        activeMenu: '/app/manage',
      },
      {
        component: 'ORGANIZATION_APK',
        path: '/app/organization',
        name: 'OrganizationApk',
        icon: 'check',
      },
      {
        component: 'APPLICATION_CLASSIFY',
        path: '/app/classify',
        name: 'ApplicationClassify',
        icon: 'tag',
      },
      { component: 'APPSTORE_BANNER', path: '/app/banner', name: 'AppstoreBanner', icon: 'image' },
    ],
  },
  {
    name: 'upgrade',
    icon: 'upload',
    pages: [
      { component: 'VERSION', path: '/upgrade/version', name: 'UpgradeVersion', icon: 'box' },
      { component: 'PLAN', path: '/upgrade/plan', name: 'UpgradePlan', icon: 'calendar' },
      { component: 'RESULT', path: '/upgrade/result', name: 'UpgradeResult', icon: 'check' },
    ],
  },
  {
    name: 'parameters',
    icon: 'sliders',
    pages: [
      { component: 'PARAM', path: '/param/list', name: 'Param', icon: 'sliders' },
      {
        component: 'ADD_PARAM',
        path: '/param/edit/:id',
        name: 'AddParam',
        icon: 'sliders',
        hidden: true,
        activeMenu: '/param/list',
      },
      { component: 'PARAM_TEMPLATE', path: '/param/template', name: 'ParamTemplate', icon: 'file' },
      { component: 'PARAM_DICTS', path: '/param/dictionary', name: 'ParamDicts', icon: 'list' },
      { component: 'GLOBAL_PARAMS', path: '/param/global', name: 'GlobalParams', icon: 'globe' },
      { component: 'JSON_CONFIG', path: '/param/json', name: 'JsonConfig', icon: 'code' },
      { component: 'PARAM_LOG', path: '/param/log', name: 'ParamLog', icon: 'clock' },
    ],
  },
  {
    name: 'mqtt',
    icon: 'send',
    pages: [
      { component: 'MQTT_TASK', path: '/mqtt/task', name: 'MqttTask', icon: 'send' },
      { component: 'MQTT_APK', path: '/mqtt/app', name: 'MqttApk', icon: 'apps' },
      { component: 'MQTT_LOG', path: '/mqtt/log', name: 'MqttLog', icon: 'clock' },
      { component: 'MQTT_CONFIG', path: '/mqtt/config', name: 'MqttConfig', icon: 'sliders' },
    ],
  },
  {
    name: 'statistics',
    icon: 'chart',
    pages: [
      {
        component: 'STATISTICS_DEVICE',
        path: '/statistics/device',
        name: 'StatisticsDevice',
        icon: 'terminal',
      },
      {
        component: 'STATISTICS_APK',
        path: '/statistics/app',
        name: 'StatisticsApk',
        icon: 'apps',
      },
      {
        component: 'STATISTICS_VERSION',
        path: '/statistics/version',
        name: 'StatisticsVersion',
        icon: 'box',
      },
      {
        component: 'STATISTICS_PLAN',
        path: '/statistics/plan',
        name: 'StatisticsPlan',
        icon: 'calendar',
      },
      {
        component: 'STATISTICS_DEVICE_LOGIN_LOG',
        path: '/statistics/connections',
        name: 'StatisticsConnections',
        icon: 'activity',
      },
      {
        component: 'STATISTICS_DEVICE_APK_LOG',
        path: '/statistics/usage',
        name: 'StatisticsUsage',
        icon: 'chart',
      },
      { component: 'STATISTICS_MAP', path: '/statistics/map', name: 'StatisticsMap', icon: 'map' },
      {
        component: 'REPORT_SUBSCRIPTION',
        path: '/statistics/report',
        name: 'Reports',
        icon: 'send',
      },
    ],
  },
  {
    name: 'logs',
    icon: 'clock',
    pages: [
      { component: 'LOG', path: '/log/action', name: 'ActionLog', icon: 'clock' },
      { component: 'DEVICE_LOG', path: '/log/device', name: 'DeviceLog', icon: 'terminal' },
      { component: 'APK_LOG', path: '/log/app', name: 'ApkLog', icon: 'apps' },
      { component: 'MANAGE_DEVICE_LOG', path: '/log/files', name: 'DeviceLogFiles', icon: 'file' },
      { component: 'LOGTRACE', path: '/log/trace', name: 'LogTrace', icon: 'activity' },
    ],
  },
  {
    name: 'access',
    icon: 'key',
    pages: [
      {
        component: 'ORGANIZATION',
        path: '/access/organization',
        name: 'Organization',
        icon: 'tree',
      },
      {
        component: 'ORGANIZATION',
        path: '/access/organization/:id',
        name: 'OrganizationDetail',
        icon: 'tree',
        hidden: true,
        activeMenu: '/access/organization',
      },
      { component: 'USER', path: '/access/user', name: 'User', icon: 'user' },
      { component: 'ROLE', path: '/access/role', name: 'Role', icon: 'key' },
      {
        component: 'PLATfORM_USERS',
        path: '/access/platform-users',
        name: 'PlatformUsers',
        icon: 'group',
      },
      { component: 'CLIENT', path: '/access/client', name: 'Client', icon: 'code' },
    ],
  },
  {
    name: 'system',
    icon: 'gear',
    pages: [
      { component: 'DICTIONARY', path: '/system/dictionary', name: 'Dictionary', icon: 'list' },
      { component: 'PARAMETER', path: '/system/parameter', name: 'Parameter', icon: 'sliders' },
      { component: 'LANG', path: '/system/language', name: 'Language', icon: 'globe' },
      { component: 'MENU', path: '/system/menu', name: 'Menu', icon: 'menu' },
      { component: 'SERVER', path: '/system/server', name: 'Server', icon: 'server' },
      { component: 'FILE', path: '/system/file', name: 'File', icon: 'download' },
      { component: 'UPLOAD', path: '/system/upload', name: 'Upload', icon: 'upload' },
      { component: 'MAILCONFIG', path: '/system/mail', name: 'MailConfig', icon: 'mail' },
      { component: 'WEBSITE', path: '/system/website', name: 'Website', icon: 'window' },
      { component: 'CUSTOMIZE', path: '/system/customize', name: 'Customize', icon: 'image' },
      { component: 'AREA', path: '/system/area', name: 'Area', icon: 'map' },
      { component: 'TIMEZONE', path: '/system/timezone', name: 'Timezone', icon: 'clock' },
      {
        component: 'ASYNCTASK_MANAGE',
        path: '/system/async-task',
        name: 'AsyncTask',
        icon: 'activity',
      },
      { component: 'IFRAME', path: '/system/frame', name: 'Frame', icon: 'globe', hidden: true },
      { component: 'LAYOUT', path: '/layout', name: 'Layout', icon: 'list', hidden: true },
      {
        component: 'PERSONAL_CENTER',
        path: '/ucenter',
        name: 'Ucenter',
        icon: 'user',
        hidden: true,
      },
    ],
  },
]
