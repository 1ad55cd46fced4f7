import type { InstallOptions, TextKey } from '@muster/contract'

/** What must be so on a terminal, and what it may skip. */
export const optTexts: Readonly<Record<keyof InstallOptions | 'uninstallFirst', TextKey>> = {
  wifiOnly: 'appPush.wifiOnly',
  minBat: 'appPush.minBat',
  charger: 'appPush.charger',
  idle: 'appPush.idle',
  ask: 'appPush.ask',
  maxRefuse: 'appPush.maxRefuse',
  force: 'appPush.force',
  downgrade: 'appPush.downgrade',
  uninstallFirst: 'appPush.uninstallFirst',
  keepData: 'appPush.keepData',
  launcher: 'appPush.launcher',
}

/** In the order in which they are told. */
export const optNames = [
  'wifiOnly',
  'minBat',
  'charger',
  'idle',
  'ask',
  'maxRefuse',
  'force',
  'downgrade',
  'uninstallFirst',
  'keepData',
  'launcher',
] as const satisfies readonly (keyof typeof optTexts)[]
