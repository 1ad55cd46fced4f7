import { type Repair, type RepairState, repairs, type TextKey } from '@muster/contract'
import { goTexts } from './repairTexts.ts'

/** What a person does with a ticket beyond its next state. */
export const otherActs = [
  'CHECKS',
  'ASSIGN',
  'CUSTODY',
  'COMMENT',
  'PHOTOS',
  'COST',
  'LABEL',
  'SWAP',
] as const
type OtherAct = (typeof otherActs)[number]
export type RepairAct = OtherAct | Exclude<RepairState, 'REPORTED'> | 'RESUME'

/** Where terminals are mended: no other station is offered. */
export const depots = { list: repairs.depots }

export interface Asked {
  readonly repair: Repair
  readonly act: RepairAct
}

const otherTexts: Readonly<Record<OtherAct | 'RESUME', TextKey>> = {
  CHECKS: 'repair.checksDo',
  PHOTOS: 'repair.photosDo',
  ASSIGN: 'repair.assign',
  CUSTODY: 'repair.custody',
  COMMENT: 'repair.commentDo',
  COST: 'repair.costDo',
  LABEL: 'repair.label',
  SWAP: 'repair.swap',
  RESUME: 'repair.do.RESUME',
}

const isOther = (act: RepairAct): act is OtherAct | 'RESUME' => act in otherTexts

export const actText = (act: RepairAct): TextKey => (isOther(act) ? otherTexts[act] : goTexts[act])

const otherPermissions: Readonly<Record<OtherAct, string>> = {
  CHECKS: repairs.checks.permission,
  PHOTOS: repairs.photos.permission,
  ASSIGN: repairs.assign.permission,
  CUSTODY: repairs.custody.permission,
  COMMENT: repairs.comment.permission,
  COST: repairs.cost.permission,
  LABEL: repairs.page.permission,
  SWAP: repairs.swap.permission,
}

export function permissionOf(act: RepairAct): string {
  if (act === 'SCRAPPED') return repairs.scrap.permission
  return isOther(act) && act !== 'RESUME' ? otherPermissions[act] : repairs.transition.permission
}
