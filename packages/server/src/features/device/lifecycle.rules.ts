import { lifecycles, type Lifecycle, type Permitted, permittedPerState } from '@muster/contract'

const isLifecycle = (lifecycle: string): lifecycle is Lifecycle => lifecycle in permittedPerState

/** A state as the database tells it; one that nobody knows permits what the last one does: nothing. */
export const lifecycleOf = (lifecycle: string): Lifecycle =>
  isLifecycle(lifecycle) ? lifecycle : 'SCRAPPED'

/** What a terminal in this state may do; of an unknown state, nothing. */
export const permittedIn = (lifecycle: string): Permitted =>
  permittedPerState[lifecycleOf(lifecycle)]

/** States in which a terminal may hold a connection. */
export const lifecyclesThatConnect: readonly string[] = lifecycles.filter(
  (lifecycle) => permittedPerState[lifecycle].connection,
)

/** States in which whoever comes under a terminal's name is not that terminal any more. */
export const isGone = (lifecycle: string): boolean =>
  lifecycle === 'REPLACED' || lifecycle === 'SCRAPPED'
