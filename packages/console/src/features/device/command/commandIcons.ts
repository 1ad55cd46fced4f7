import type { CommandName } from '@muster/contract'
import type { IconName } from '../../../ui/Icon.tsx'

/** No two alike, and none of those that the same menu has for its record: open, enable, delete. */
export const commandIcons: Readonly<Record<CommandName, IconName>> = {
  REBOOT: 'power',
  SYNC: 'refresh',
  LOCATE: 'pin',
  MESSAGE: 'message',
  START_APP: 'play',
  STOP_APP: 'stop',
  SET_LAUNCHER: 'screen',
  SET_TIME_ZONE: 'clock',
  SET_LANGUAGE: 'language',
  SET_WIFI: 'wifi',
  SET_APN: 'antenna',
  SELF_TEST: 'pulse',
  SPEED_TEST: 'gauge',
  PUSH_FILE: 'tray',
  LOG_PULL: 'file',
  SCREENSHOT: 'camera',
  REMOTE_START: 'remote',
  CERT_UPDATE: 'shield',
  RKI: 'key',
  SHUTDOWN: 'plug',
  LOCK: 'lock',
  UNLOCK: 'unlock',
  CLEAR_APP_DATA: 'erase',
  SHELL: 'prompt',
  WIPE: 'crossedOut',
}
