import type { TextKey } from '@muster/contract'
import { texts } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold } from '../../../ui/form/fields.tsx'
import type { Target } from './useCommand.ts'

/** Seconds that a command waits for its terminal, and what they are called. */
const waits: Readonly<Record<string, TextKey>> = {
  '600': 'device.wait.600',
  '3600': 'device.wait.3600',
  '86400': 'device.wait.86400',
  '604800': 'device.wait.604800',
}

/** How long a command waits: short for a terminal that is there, a day for one that is away. */
export const usualWait = ({ presence }: Target): string => (presence === 'ONLINE' ? '600' : '86400')

/** Asks how long a command is worth delivering. */
export function WaitField(hold: FieldHold) {
  return <ChoiceField {...hold} required options={texts(waits)} />
}
