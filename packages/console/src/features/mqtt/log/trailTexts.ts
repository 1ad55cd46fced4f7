import type { MqttEntry, TextKey } from '@muster/contract'
import { nameText } from '../../../platform/texts.ts'
import type { Tone } from '../../../ui/table/cells.tsx'

export const directionTexts: Readonly<Record<MqttEntry['direction'], TextKey>> = {
  UP: 'mqttLog.direction.UP',
  DOWN: 'mqttLog.direction.DOWN',
}

export const resultTexts: Readonly<Record<MqttEntry['result'], TextKey>> = {
  STORED: 'mqttLog.result.STORED',
  REFUSED: 'mqttLog.result.REFUSED',
  FAILED: 'mqttLog.result.FAILED',
  PUBLISHED: 'mqttLog.result.PUBLISHED',
  DELIVERED: 'mqttLog.result.DELIVERED',
  UNANSWERED: 'mqttLog.result.UNANSWERED',
  ABSENT: 'mqttLog.result.ABSENT',
}

export const resultTones: Readonly<Record<MqttEntry['result'], Tone>> = {
  STORED: 'good',
  REFUSED: 'bad',
  FAILED: 'bad',
  PUBLISHED: 'neutral',
  DELIVERED: 'good',
  UNANSWERED: 'waiting',
  ABSENT: 'waiting',
}

export const typeTexts: Readonly<Record<string, TextKey>> = {
  reg: 'mqttLog.type.reg',
  act: 'mqttLog.type.act',
  conn: 'mqttLog.type.conn',
  hb: 'mqttLog.type.hb',
  info: 'mqttLog.type.info',
  net: 'mqttLog.type.net',
  loc: 'mqttLog.type.loc',
  evt: 'mqttLog.type.evt',
  apps: 'mqttLog.type.apps',
  task: 'mqttLog.type.task',
  log: 'mqttLog.type.log',
  tkt: 'mqttLog.type.tkt',
  key: 'mqttLog.type.key',
  cmd: 'mqttLog.type.cmd',
  cancel: 'mqttLog.type.cancel',
  cfg: 'mqttLog.type.cfg',
  time: 'mqttLog.type.time',
  ack: 'mqttLog.type.ack',
  ask: 'mqttLog.type.ask',
}

/** The rule that a message broke; one that has no words yet by its name. */
export function reasonWords(reason: string): string {
  const key = `mqttLog.reason.${reason}`
  const text = nameText(key)
  return text === key ? reason : text
}
