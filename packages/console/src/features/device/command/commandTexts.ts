import type { PushKind, TaskItem, TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

export const commandTexts: Readonly<Record<PushKind, TextKey>> = {
  REBOOT: 'device.command.REBOOT',
  SYNC: 'device.command.SYNC',
  LOCATE: 'device.command.LOCATE',
  MESSAGE: 'device.command.MESSAGE',
  START_APP: 'device.command.START_APP',
  STOP_APP: 'device.command.STOP_APP',
  SET_LAUNCHER: 'device.command.SET_LAUNCHER',
  SET_TIME_ZONE: 'device.command.SET_TIME_ZONE',
  SET_LANGUAGE: 'device.command.SET_LANGUAGE',
  SET_WIFI: 'device.command.SET_WIFI',
  SET_APN: 'device.command.SET_APN',
  SELF_TEST: 'device.command.SELF_TEST',
  SPEED_TEST: 'device.command.SPEED_TEST',
  PUSH_FILE: 'device.command.PUSH_FILE',
  LOG_PULL: 'device.command.LOG_PULL',
  SCREENSHOT: 'device.command.SCREENSHOT',
  REMOTE_START: 'device.command.REMOTE_START',
  CERT_UPDATE: 'device.command.CERT_UPDATE',
  RKI: 'device.command.RKI',
  SHUTDOWN: 'device.command.SHUTDOWN',
  LOCK: 'device.command.LOCK',
  UNLOCK: 'device.command.UNLOCK',
  CLEAR_APP_DATA: 'device.command.CLEAR_APP_DATA',
  SHELL: 'device.command.SHELL',
  WIPE: 'device.command.WIPE',
  APP_INSTALL: 'device.command.APP_INSTALL',
  APP_UNINSTALL: 'device.command.APP_UNINSTALL',
  PARAM: 'device.command.PARAM',
  UPGRADE: 'device.command.UPGRADE',
}

export const stateKeys: Readonly<Record<TaskItem['state'], TextKey>> = {
  CREATED: 'device.task.CREATED',
  QUEUED: 'device.task.QUEUED',
  PUBLISHED: 'device.task.PUBLISHED',
  DELIVERED: 'device.task.DELIVERED',
  ACKED: 'device.task.ACKED',
  RUNNING: 'device.task.RUNNING',
  SUCCESS: 'device.task.SUCCESS',
  FAILED: 'device.task.FAILED',
  REFUSED: 'device.task.REFUSED',
  DEFERRED: 'device.task.DEFERRED',
  CANCELLING: 'device.task.CANCELLING',
  CANCELLED: 'device.task.CANCELLED',
  EXPIRED: 'device.task.EXPIRED',
  TIMEOUT: 'device.task.TIMEOUT',
  FILTERED: 'device.task.FILTERED',
  DUPLICATE: 'device.task.DUPLICATE',
  OFFLINE_SKIPPED: 'device.task.OFFLINE_SKIPPED',
}

/** Codes that commands end with. */
const codeTexts: ReadonlyMap<string, TextKey> = new Map([
  ['C401', 'device.code.C401'],
  ['C402', 'device.code.C402'],
  ['C403', 'device.code.C403'],
  ['C404', 'device.code.C404'],
  ['C405', 'device.code.C405'],
  ['C406', 'device.code.C406'],
  ['D101', 'device.code.D101'],
  ['D103', 'device.code.D103'],
  ['D104', 'device.code.D104'],
  ['D105', 'device.code.D105'],
  ['D107', 'device.code.D107'],
  ['I201', 'device.code.I201'],
  ['I202', 'device.code.I202'],
  ['I203', 'device.code.I203'],
  ['I204', 'device.code.I204'],
  ['I205', 'device.code.I205'],
  ['I206', 'device.code.I206'],
  ['I207', 'device.code.I207'],
  ['I208', 'device.code.I208'],
  ['I209', 'device.code.I209'],
  ['I211', 'device.code.I211'],
  ['I213', 'device.code.I213'],
  ['I214', 'device.code.I214'],
  ['I215', 'device.code.I215'],
  ['P305', 'device.code.P305'],
  ['P308', 'device.code.P308'],
  ['P309', 'device.code.P309'],
  ['S601', 'device.code.S601'],
  ['S602', 'device.code.S602'],
  ['S603', 'device.code.S603'],
  ['S604', 'device.code.S604'],
  ['S605', 'device.code.S605'],
  ['S607', 'device.code.S607'],
  ['S608', 'device.code.S608'],
  ['S609', 'device.code.S609'],
  ['S610', 'device.code.S610'],
  ['S611', 'device.code.S611'],
  ['S612', 'device.code.S612'],
  ['OFFLINE', 'device.code.OFFLINE'],
])

const isKnown = (cmd: string): cmd is PushKind => cmd in commandTexts

/** The text that a command is called by. */
export const commandKey = (cmd: PushKind): TextKey => commandTexts[cmd]

/** What a command is called; one that this console does not know is called as the server calls it. */
export const commandText = (cmd: string): string => (isKnown(cmd) ? t(commandTexts[cmd]) : cmd)

/** What a state of a command is called. */
export const stateText = (state: TaskItem['state']): string => t(stateKeys[state])

/** What a failure code means; null for a code of the terminal's own. */
export function codeText(code: string): string | null {
  const key = codeTexts.get(code)
  return key ? t(key) : null
}
