import type { TextKey, Token } from '@muster/contract'

/** What a token lets through of what its owner may. */
export const reachTexts: Readonly<Record<Token['reach'], TextKey>> = {
  ALL: 'ucenter.tokens.reachAll',
  READ: 'ucenter.tokens.reachRead',
  CHOSEN: 'ucenter.tokens.reachChosen',
}
