import type { TextKey } from '@muster/contract'

/** What the moves of a terminal's life are called. */
export const eventTexts: ReadonlyMap<string, TextKey> = new Map([
  ['ACTIVATE', 'life.do.ACTIVATE'],
  ['SUSPEND', 'life.do.SUSPEND'],
  ['RESUME', 'life.do.RESUME'],
  ['MOVE', 'life.do.MOVE'],
  ['REPAIR', 'life.do.REPAIR'],
  ['RETURN', 'life.do.RETURN'],
  ['LOSE', 'life.do.LOSE'],
  ['FIND', 'life.do.FIND'],
  ['SWAP', 'life.do.SWAP'],
  ['SUCCEED', 'life.do.SUCCEED'],
  ['SCRAP', 'life.do.SCRAP'],
])
