import { cardPermission, type ScreenKey } from '@muster/contract'

/**
 * What an operator may press: look at the estate and at what its terminals run, ask terminals for things
 * that harm nothing, bring them applications, steer that, and let go what a colleague gave. What changes
 * applications, policies or the broker, and what overrides a terminal's own conditions, is not his.
 */
export const operatorCodes: ReadonlySet<string> = new Set([
  'WALL',
  'STATISTICS_DEVICE',
  'STATISTICS_VERSION',
  'STATISTICS_MAP',
  'STATISTICS_PLAN',
  'DEVICE_LIST',
  'DEVICE_DETAIL',
  'DEVICE_REBOOT',
  'DEVICE_SYNC',
  'DEVICE_MESSAGE',
  'ALARM_LIST',
  'ALARM_ACK',
  'ALARM_MUTE',
  'DEVICE_MODEL_LIST',
  'CATEGORY_LIST',
  'VENDOR_LIST',
  'ORGANIZATION_LIST',
  'ORGANIZATION_DETAIL',
  ...['MQTT_TASK', 'MQTT_APK'].flatMap((entity) =>
    ['LIST', 'DETAIL', 'ADD', 'CONTROL', 'APPROVE', 'EXPORT'].map((act) => `${entity}_${act}`),
  ),
  'MQTT_TEMPLATE_LIST',
  'MQTT_LOG_LIST',
  'MQTT_LOG_DETAIL',
  'MQTT_LOG_TAIL',
  'MQTT_CONFIG_LIST',
  'MANAGE_DEVICE_LOG_LIST',
  'LOGTRACE_LIST',
  'APPLICATION_LIST',
  'APPLICATION_DETAIL',
  'APK_LIST',
  'APK_DETAIL',
  'ORGANIZATION_APK_LIST',
  'ORGANIZATION_APK_DETAIL',
  'APPLICATION_CLASSIFY_LIST',
  'APPLICATION_CLASSIFY_DETAIL',
  'APPSTORE_BANNER_LIST',
  'APPSTORE_BANNER_DETAIL',
  // Whom a task may be for.
  'DEVICE_GROUP_LIST',
  'PERSONAL_BASE_INFO',
  'PERSONAL_PWD',
  'PERSONAL_TOKEN',
  ...(['ESTATE', 'ALARM', 'ONLINE', 'ACTIVATION', 'VERSION', 'MODEL', 'COMMAND'] as const).map(
    cardPermission,
  ),
  ...(['TASK', 'NOTICE', 'SHORTCUT'] as const).map(cardPermission),
])

/** Screens of an operator. */
export const operatorScreens: ReadonlySet<ScreenKey> = new Set<ScreenKey>([
  'WORKBENCH',
  'DASHDOARD',
  'DASHDOARD3',
  'WALL',
  'STATISTICS_DEVICE',
  'STATISTICS_VERSION',
  'STATISTICS_MAP',
  'STATISTICS_PLAN',
  'DEVICE_LIST',
  'DEVICE',
  'ALARM_LOG',
  'ORGANIZATION',
  'MQTT_TASK',
  'MQTT_APK',
  'MQTT_LOG',
  'MANAGE_DEVICE_LOG',
  'LOGTRACE',
  'MQTT_CONFIG',
  'APPLICATION_MANAGE',
  'APPLICATION_DETAIL',
  'ORGANIZATION_APK',
  'APPLICATION_CLASSIFY',
  'APPSTORE_BANNER',
  'PERSONAL_CENTER',
])
