import { lazyPart } from '../../platform/lazyPart.tsx'
import { whenIdle } from '../whenIdle.ts'

const load = async () => (await import('./FilterPopover.tsx')).FilterPopover
// The rows come first, but nobody shall wait for what he opens.
void whenIdle().then(load)

/** The popover of a filter, whose code comes when the first rows are there. */
export const FilterPopover = lazyPart(load)
