import type { featureKinds } from '@muster/contract'

type Kind = (typeof featureKinds)[number]

/** Code, icon and, where it is not a matter of yes or no, what is said of it. */
type Shipped = readonly [code: string, icon: string, value?: 'NUMBER' | 'VERSION', unit?: string]

const byKind: Readonly<Record<Kind, readonly Shipped[]>> = {
  HARDWARE: [
    ['PRINTER_58MM', 'file'],
    ['ICC', 'chip'],
    ['MSR', 'inbox'],
    ['SCANNER_HEAD', 'tag'],
    ['CAMERA_FRONT', 'image'],
    ['BATTERY', 'activity', 'NUMBER', 'mAh'],
    ['SECOND_SCREEN', 'terminal'],
  ],
  CONNECTIVITY: [
    ['NFC', 'send'],
    ['GPS', 'map'],
    ['SIM_COUNT', 'chart', 'NUMBER'],
    ['ETHERNET', 'server'],
  ],
  SECURITY: [
    ['SECURE_ELEMENT', 'key'],
    ['DUKPT', 'key'],
    ['RKI_TR34', 'download'],
  ],
  SOFTWARE: [
    ['REMOTE_VIEW', 'image'],
    ['SILENT_INSTALL', 'box'],
    ['KIOSK', 'store'],
    ['OTA_AB', 'upload'],
    ['REMOTE_REBOOT', 'gear'],
    ['REMOTE_SYNC', 'activity'],
    ['REMOTE_LOCATE', 'map'],
    ['REMOTE_MESSAGE', 'mail'],
    ['REMOTE_WIPE', 'trash'],
    ['REMOTE_SHUTDOWN', 'power'],
    ['REMOTE_LOCK', 'lock'],
    ['REMOTE_APPS', 'box'],
    ['REMOTE_SETTINGS', 'gear'],
    ['REMOTE_NETWORK', 'server'],
    ['REMOTE_SELF_TEST', 'activity'],
    ['REMOTE_SPEED_TEST', 'chart'],
    ['REMOTE_SHELL', 'terminal'],
    ['REMOTE_FILES', 'file'],
    ['REMOTE_LOGS', 'file'],
    ['REMOTE_SCREENSHOT', 'image'],
    ['REMOTE_CERTIFICATE', 'key'],
  ],
}

/** The features that the product knows, in their order; each is called by a text of its own. */
export const shippedFeatures = Object.entries(byKind).flatMap(([kind, shipped]) =>
  shipped.map(([code, icon, valueType = 'BOOL', unit = null], place) => ({
    code,
    name: `feature.of.${code}`,
    kind,
    valueType,
    unit,
    icon,
    sort: place * 10,
  })),
)
