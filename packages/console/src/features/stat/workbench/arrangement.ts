import { workbenchCards, type WorkbenchCard, type WorkbenchLayout } from '@muster/contract'

type Arrangement = Pick<WorkbenchLayout, 'order' | 'hidden'>

/** All cards in the user's order; those that he has not placed follow as shipped. */
export function orderOf({ order }: Pick<Arrangement, 'order'>): readonly WorkbenchCard[] {
  const placed = [...new Set(order)]
  return [...placed, ...workbenchCards.filter((card) => !placed.includes(card))]
}

/** A card takes the place of another one; what lies between moves up. */
export function placed(
  cards: readonly WorkbenchCard[],
  card: WorkbenchCard,
  onto: WorkbenchCard,
): WorkbenchCard[] {
  const to = cards.indexOf(onto)
  const others = cards.filter((one) => one !== card)
  return to < 0 ? [...cards] : others.toSpliced(to, 0, card)
}

/** A card one step back or on among those that are shown. */
export function moved(
  cards: readonly WorkbenchCard[],
  card: WorkbenchCard,
  { by, shown }: { readonly by: -1 | 1; readonly shown: readonly WorkbenchCard[] },
): WorkbenchCard[] {
  const neighbour = shown[shown.indexOf(card) + by]
  return neighbour ? placed(cards, card, neighbour) : [...cards]
}
