import type { BodyOf } from '@muster/terminal'
import type { Chance } from '../chance.ts'

type Trouble = BodyOf<'tkt'>

/** What people report at the counter, in their words. */
const complaints: readonly [Trouble, ...Trouble[]] = [
  {
    title: 'Paper jams',
    text: 'The roll runs crooked, and receipts tear. A new roll did not help.',
  },
  {
    title: 'Reads no chip cards',
    text: 'Customers have to insert their card three or four times.',
  },
  {
    title: 'Screen is cracked',
    text: 'It fell from the counter. The lower corner does not react.',
  },
  { title: 'Battery is empty by noon', text: 'It has to stay in its base all day.' },
  { title: 'Very slow since yesterday' },
  { title: 'A key sticks', text: 'The 5 comes twice when it is pressed once.' },
]

/** Somebody at a terminal reports trouble with it, this often; null: nobody does. */
export function troubleBy(chance: Chance, often: number): Trouble | null {
  if (!chance.happens(often)) return null
  const told = chance.pick(complaints)
  return chance.happens(0.5) ? told : { ...told, phone: `0770 ${chance.whole([100_000, 999_999])}` }
}
