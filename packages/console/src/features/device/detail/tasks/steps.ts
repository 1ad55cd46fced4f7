import { finalItemStates, type TaskItem } from '@muster/contract'

export const stepNames = ['queued', 'published', 'delivered', 'acknowledged', 'running'] as const
export type StepName = (typeof stepNames)[number]

/**
 * `passed`: it was there, nobody wrote down when. `skipped`: it ended before, or went past it.
 * `now`: where the command is. `ahead`: still to come.
 */
export type StepState = 'done' | 'passed' | 'now' | 'ahead' | 'skipped'

export interface Step {
  readonly name: StepName
  readonly state: StepState
  readonly at: string | null
}

export type End = 'ahead' | 'good' | 'bad'

/** The way of a command: five steps and an end. */
export interface Way {
  readonly steps: readonly Step[]
  readonly end: End
}

type Item = Pick<
  TaskItem,
  'state' | 'percent' | 'queuedAt' | 'publishedAt' | 'deliveredAt' | 'ackedAt'
>

const finals: readonly string[] = finalItemStates

/** Whether nothing moves a command any more. */
export const isOver = ({ state }: Pick<TaskItem, 'state'>): boolean => finals.includes(state)

/** The terminal answered, but did not take the command on. */
const turnedDown: readonly string[] = ['REFUSED', 'EXPIRED']

/** How far a command has come, step by step. */
export function wayOf(item: Item): Way {
  const times = timesOf(item)
  const last = reached(item, times)
  const steps = stepNames.map((name, index) => ({
    name,
    at: times[name],
    state: stateOf({ at: times[name], index, last }, isOver(item)),
  }))
  if (!isOver(item)) return { steps, end: 'ahead' }
  return { steps, end: item.state === 'SUCCESS' ? 'good' : 'bad' }
}

function timesOf(item: Item): Readonly<Record<StepName, string | null>> {
  return {
    queued: item.queuedAt,
    published: item.publishedAt,
    delivered: item.deliveredAt,
    acknowledged: turnedDown.includes(item.state) ? null : item.ackedAt,
    running: null,
  }
}

/** Index of the last step that the command has come to; -1 before the first. */
function reached(item: Item, times: Readonly<Record<StepName, string | null>>): number {
  const isBegun = item.state === 'RUNNING' || item.state === 'SUCCESS' || item.percent !== null
  if (isBegun) return stepNames.indexOf('running')
  return stepNames.findLastIndex((name) => times[name] !== null)
}

function stateOf(
  step: { readonly at: string | null; readonly index: number; readonly last: number },
  isEnded: boolean,
): StepState {
  const { at, index, last } = step
  if (index === last && !isEnded) return 'now'
  if (at !== null) return 'done'
  if (index <= last) return 'passed'
  return isEnded ? 'skipped' : 'ahead'
}
