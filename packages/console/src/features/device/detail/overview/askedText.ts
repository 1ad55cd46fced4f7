import type { TextKey } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'
import { codeText } from '../../command/commandTexts.ts'

/** What each gate asks, under the code that a task says where it is shut. */
const askedTexts: Readonly<Record<string, TextKey>> = {
  S608: 'life.appGate.S608',
  S604: 'life.appGate.S604',
  S612: 'life.gate.DEPOT',
  S605: 'life.appGate.S605',
  C402: 'life.appGate.C402',
  I202: 'life.appGate.I202',
  I203: 'life.appGate.I203',
  I204: 'life.appGate.I204',
  I205: 'life.appGate.I205',
  I206: 'life.appGate.I206',
  I207: 'life.appGate.I207',
  I208: 'life.appGate.I208',
  I209: 'life.appGate.I209',
  C401: 'life.appGate.C401',
  D107: 'life.appGate.D107',
  S607: 'life.appGate.S607',
}

/** What a version asks of a terminal, by the code that a task says where it is not so. */
export function askedText(code: string): string {
  const key = askedTexts[code]
  return key ? t(key) : (codeText(code) ?? code)
}
