import type {
  CommandGroup,
  CommandName,
  LogKind,
  remoteModes,
  SelfTest,
  TextKey,
} from '@muster/contract'

/** What commands are about. */
export const groupTexts: Readonly<Record<CommandGroup, TextKey>> = {
  CONTROL: 'device.commandGroup.CONTROL',
  APPS: 'device.commandGroup.APPS',
  FILES: 'device.commandGroup.FILES',
  SETTINGS: 'device.commandGroup.SETTINGS',
  TESTS: 'device.commandGroup.TESTS',
  DANGER: 'device.commandGroup.DANGER',
}

/** What somebody should know before he gives a command. */
export const hintTexts: Readonly<Partial<Record<CommandName, TextKey>>> = {
  SHUTDOWN: 'device.commandHint.SHUTDOWN',
  LOCK: 'device.commandHint.LOCK',
  UNLOCK: 'device.commandHint.UNLOCK',
  STOP_APP: 'device.commandHint.STOP_APP',
  CLEAR_APP_DATA: 'device.commandHint.CLEAR_APP_DATA',
  SET_LAUNCHER: 'device.commandHint.SET_LAUNCHER',
  SET_WIFI: 'device.commandHint.SET_WIFI',
  SET_APN: 'device.commandHint.SET_APN',
  SPEED_TEST: 'device.commandHint.SPEED_TEST',
  PUSH_FILE: 'device.commandHint.PUSH_FILE',
  LOG_PULL: 'device.commandHint.LOG_PULL',
  SCREENSHOT: 'device.commandHint.SCREENSHOT',
  REMOTE_START: 'device.commandHint.REMOTE_START',
  CERT_UPDATE: 'device.commandHint.CERT_UPDATE',
  RKI: 'device.commandHint.RKI',
  SHELL: 'device.commandHint.SHELL',
  WIPE: 'device.commandHint.WIPE',
}

/** What a terminal tests in itself. */
export const testTexts: Readonly<Record<SelfTest, TextKey>> = {
  PRINTER: 'device.test.PRINTER',
  ICC: 'device.test.ICC',
  MSR: 'device.test.MSR',
  NFC: 'device.test.NFC',
  BATTERY: 'device.test.BATTERY',
  NETWORK: 'device.test.NETWORK',
  STORAGE: 'device.test.STORAGE',
  CLOCK: 'device.test.CLOCK',
  TAMPER: 'device.test.TAMPER',
}

/** What a terminal keeps logs of. */
export const logTexts: Readonly<Record<LogKind, TextKey>> = {
  SYSTEM: 'device.log.SYSTEM',
  AGENT: 'device.log.AGENT',
  APP: 'device.log.APP',
  KERNEL: 'device.log.KERNEL',
  CRASH: 'device.log.CRASH',
  LOCATION: 'device.log.LOCATION',
  NETWORK: 'device.log.NETWORK',
}

/** What a remote session is for. */
export const modeTexts: Readonly<Record<(typeof remoteModes)[number], TextKey>> = {
  VIEW: 'device.remoteMode.VIEW',
  CONTROL: 'device.remoteMode.CONTROL',
}
