import { useState } from 'react'
import { type SidebarEntry, topOf } from '../menu/entries.ts'
import { useMenuPlace } from './useMenuPlace.ts'

/** Which top-level entry is chosen: the one around the page, until another is picked by hand. */
export function useTopEntry() {
  const place = useMenuPlace()
  const [hand, setHand] = useState({ path: '', on: '' })
  const picked =
    hand.on === place.marked ? place.entries.find(({ path }) => path === hand.path) : undefined
  const around = topOf(place.entries, place.marked)
  return {
    ...place,
    around,
    picked: picked ?? null,
    /** The next page brings its own group to the front again. */
    pick: ({ path }: SidebarEntry) => setHand({ path, on: place.marked }),
  }
}
