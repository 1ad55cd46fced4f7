import type { TextKey } from '@muster/contract'

/** What can go wrong with a plug-in of an output format. */
export type FormatFaultKind =
  | 'busy'
  | 'differs'
  | 'noBytes'
  | 'threw'
  | 'tooLarge'
  | 'tooMuchMemory'
  | 'tooSlow'
  | 'unknown'

/** Said of the file that the plug-in should have written. */
export const formatFaultTexts = {
  busy: 'paramTemplate.plugin.busy',
  differs: 'paramTemplate.plugin.differs',
  noBytes: 'paramTemplate.plugin.noBytes',
  threw: 'paramTemplate.plugin.threw',
  tooLarge: 'paramTemplate.plugin.tooLarge',
  tooMuchMemory: 'paramTemplate.plugin.tooMuchMemory',
  tooSlow: 'paramTemplate.plugin.tooSlow',
  unknown: 'paramTemplate.plugin.unknown',
} as const satisfies Record<FormatFaultKind, TextKey>

/** A plug-in of an output format did not do what it has to. */
export class FormatFault extends Error {
  readonly kind: FormatFaultKind
  readonly said: string

  /** @param said what the plug-in itself said of it */
  constructor(kind: FormatFaultKind, said = '') {
    super(said === '' ? kind : `${kind}: ${said}`)
    this.kind = kind
    this.said = said
  }
}
