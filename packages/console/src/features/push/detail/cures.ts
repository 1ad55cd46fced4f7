import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

/** What helps against each cause. */
const cures: ReadonlyMap<string, TextKey> = new Map([
  ['C401', 'push.cure.C401'],
  ['C402', 'push.cure.C402'],
  ['C403', 'push.cure.C403'],
  ['C404', 'push.cure.C404'],
  ['C405', 'push.cure.C405'],
  ['C406', 'push.cure.C406'],
  ['D101', 'push.cure.D101'],
  ['D102', 'push.cure.D102'],
  ['D103', 'push.cure.D103'],
  ['D104', 'push.cure.D104'],
  ['D105', 'push.cure.D105'],
  ['D106', 'push.cure.D106'],
  ['D107', 'push.cure.D107'],
  ['D108', 'push.cure.D108'],
  ['I201', 'push.cure.I201'],
  ['I202', 'push.cure.I202'],
  ['I203', 'push.cure.I203'],
  ['I204', 'push.cure.I204'],
  ['I205', 'push.cure.I205'],
  ['I206', 'push.cure.I206'],
  ['I207', 'push.cure.I207'],
  ['I208', 'push.cure.I208'],
  ['I209', 'push.cure.I209'],
  ['I210', 'push.cure.I210'],
  ['I211', 'push.cure.I211'],
  ['I212', 'push.cure.I212'],
  ['I213', 'push.cure.I213'],
  ['I214', 'push.cure.I214'],
  ['I215', 'push.cure.I215'],
  ['I216', 'push.cure.I216'],
  ['I217', 'push.cure.I217'],
  ['P305', 'push.cure.P305'],
  ['S601', 'push.cure.S601'],
  ['S602', 'push.cure.S602'],
  ['S603', 'push.cure.S603'],
  ['S604', 'push.cure.S604'],
  ['S605', 'push.cure.S605'],
  ['S606', 'push.cure.S606'],
  ['S607', 'push.cure.S607'],
  ['S608', 'push.cure.S608'],
  ['S611', 'push.cure.S611'],
  ['S609', 'push.cure.S609'],
  ['S610', 'push.cure.S610'],
  ['S612', 'push.cure.S612'],
  ['OFFLINE', 'push.cure.OFFLINE'],
])

/** What helps against a cause; null where nobody knows. */
export function cureText(code: string): string | null {
  const key = cures.get(code)
  return key ? t(key) : null
}
