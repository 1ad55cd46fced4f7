import {
  type Device,
  deviceLife,
  type LifeEvent,
  type Lifecycle,
  mayMove,
  type TextKey,
} from '@muster/contract'
import type { IconName } from '../../../ui/Icon.tsx'

/** What a person may do with the life of a terminal from a menu. */
export const lifeActs = [
  'SUSPEND',
  'RESUME',
  'MOVE',
  'TAG',
  'LOSE',
  'FIND',
  'REPAIR',
  'RETURN',
  'SWAP',
  'SCRAP',
] as const
export type LifeAct = (typeof lifeActs)[number]

/** Acts that are offered for many. */
export const manyActs = [
  'SUSPEND',
  'RESUME',
  'REPAIR',
  'SCRAP',
] as const satisfies readonly LifeAct[]

export const lifePermissions: Readonly<Record<LifeAct, string>> = {
  SUSPEND: deviceLife.suspend.permission,
  RESUME: deviceLife.resume.permission,
  MOVE: deviceLife.move.permission,
  TAG: deviceLife.tagMany.permission,
  LOSE: deviceLife.lost.permission,
  FIND: deviceLife.found.permission,
  REPAIR: deviceLife.repair.permission,
  RETURN: deviceLife.repaired.permission,
  SWAP: deviceLife.swap.permission,
  SCRAP: deviceLife.scrap.permission,
}

export const lifeIcons: Readonly<Record<LifeAct, IconName>> = {
  SUSPEND: 'moon',
  RESUME: 'sun',
  MOVE: 'logout',
  TAG: 'edit',
  LOSE: 'search',
  FIND: 'eye',
  REPAIR: 'bug',
  RETURN: 'check',
  SWAP: 'shuffle',
  SCRAP: 'trash',
}

export const lifeTexts: Readonly<Record<LifeAct, TextKey>> = {
  SUSPEND: 'life.do.SUSPEND',
  RESUME: 'life.do.RESUME',
  MOVE: 'life.do.MOVE',
  TAG: 'life.do.TAG',
  LOSE: 'life.do.LOSE',
  FIND: 'life.do.FIND',
  REPAIR: 'life.do.REPAIR',
  RETURN: 'life.do.RETURN',
  SWAP: 'life.do.SWAP',
  SCRAP: 'life.do.SCRAP',
}

export const explanations: Readonly<Record<LifeAct, TextKey>> = {
  SUSPEND: 'life.says.SUSPEND',
  RESUME: 'life.says.RESUME',
  MOVE: 'life.says.MOVE',
  TAG: 'life.says.TAG',
  LOSE: 'life.says.LOSE',
  FIND: 'life.says.FIND',
  REPAIR: 'life.says.REPAIR',
  RETURN: 'life.says.RETURN',
  SWAP: 'life.says.SWAP',
  SCRAP: 'life.says.SCRAP',
}

const hindrances: Readonly<Record<LifeEvent, TextKey>> = {
  ASSIGN: 'life.not.ASSIGN',
  ACTIVATE: 'life.not.ACTIVATE',
  SUSPEND: 'life.not.SUSPEND',
  RESUME: 'life.not.RESUME',
  MOVE: 'life.not.MOVE',
  REPAIR: 'life.not.REPAIR',
  RETURN: 'life.not.RETURN',
  LOSE: 'life.not.LOSE',
  FIND: 'life.not.FIND',
  SWAP: 'life.not.SWAP',
  SUCCEED: 'life.not.SUCCEED',
  SCRAP: 'life.not.SCRAP',
}

/** Why a terminal's state does not permit an act; null: it does. */
export function whyNotLife({ lifecycle }: Pick<Device, 'lifecycle'>, act: LifeAct): TextKey | null {
  if (act === 'TAG' || mayMove(lifecycle, act)) return null
  return hindrances[act]
}

/** Acts that only lead back: they are shown where there is something to lead back from. */
const ways: readonly LifeAct[] = ['RESUME', 'FIND', 'RETURN']

/** The acts of a menu; those that the state does not permit stay, with the reason. */
export const offeredActs = (lifecycle: Lifecycle): readonly LifeAct[] =>
  lifeActs.filter((act) => !ways.includes(act) || whyNotLife({ lifecycle }, act) === null)
