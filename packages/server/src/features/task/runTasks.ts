import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type AsyncTaskType, codes, type TextKey, asyncTasksPath } from '@muster/contract'
import type { Context, Platform } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isDiskFull } from '../../platform/diskFull.ts'
import { every } from '../../platform/every.ts'
import { fileStoreIn } from '../../platform/fileStore.ts'
import { translate } from '../../platform/texts.ts'
import { principalOf } from '../../access/frozen.ts'
import { taskBell } from '../../kit/addTask.ts'
import { ownerNow } from './standing.ts'
import {
  type Claimed,
  claimTask,
  type End,
  endLost,
  endTask,
  type Holder,
  holdTask,
  mostAttempts,
  pauseTask,
  postponeTask,
  type Progress,
  waitTask,
  writeProgress,
} from './task.queries.ts'

/** Background work as its function sees it. */
export interface Job {
  readonly taskId: string
  readonly params: unknown
  /** As whoever asked, with what he held then and holds still. */
  readonly ctx: Context
  /** Aborts when the task is cancelled, shall rest, or another process has taken it up. */
  readonly signal: AbortSignal
  /** Says how far it is; throws once the task shall not go on. */
  readonly progress: (progress: Progress) => Promise<void>
}

export interface Outcome {
  readonly done: number
  /** Items that failed; any makes the task PARTIAL. */
  readonly failed: number
}

/**
 * Thrown by work that cannot go on for now: it waits, says why, and is begun again as often as it
 * takes. That is no failure.
 */
export class NotYet extends Error {
  /** A text key. */
  readonly key: TextKey
  readonly seconds: number

  constructor(key: TextKey, seconds: number) {
    super(key)
    this.key = key
    this.seconds = seconds
  }
}

/** Thrown by cancelled work that has something to say of what it did until then. */
export class Cancelled extends Error {
  readonly outcome: Outcome
  /** A text key, or words. */
  readonly words: string | null

  constructor(outcome: Outcome, words: string | null) {
    super('cancelled')
    this.outcome = outcome
    this.words = words
  }
}

type Work = (job: Job) => Promise<Outcome>
export type TaskRunners = Readonly<Record<AsyncTaskType, Work>>

const holdMs = 15_000
const tellMs = 500
const parallel = 2

/** Runs background work until it is stopped: what was under way is then taken up by another process. */
export function startTasks(
  platform: Platform,
  runners: TaskRunners,
): { stop: () => Promise<void> } {
  const node = `${hostname()}-${randomUUID().slice(0, 8)}`
  const stopping = new AbortController()
  const lanes = Array.from({ length: parallel }, (_, lane) =>
    every({ name: `tasks ${lane}`, seconds: 2, log: platform.log }, () =>
      runWaiting(platform, runners, { node: `${node}-${lane}`, stopping: stopping.signal }),
    ),
  )
  const forget = platform.live.onDoorbell(taskBell, () => {
    for (const lane of lanes) lane.soon()
  })
  return {
    async stop() {
      forget()
      stopping.abort('stopped')
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

interface Lane {
  readonly node: string
  readonly stopping: AbortSignal
}

async function runWaiting(platform: Platform, runners: TaskRunners, lane: Lane): Promise<void> {
  for (const task of await endLost(platform.db)) {
    platform.log.error({ task: task.id }, 'a background task lost its process at each attempt')
    // Nobody makes this file any more, who would take away what is half written of it.
    if (task.fileId) await fileStoreIn(platform.env.dataFolder).removeDraftsOf(task.fileId)
    tell(platform, task)
  }
  while (!lane.stopping.aborted) {
    const task = await claimTask(platform.db, lane.node)
    if (!task) return
    await runTask(platform, runners, { ...lane, task })
  }
}

async function runTask(
  platform: Platform,
  runners: TaskRunners,
  { task, node, stopping }: Lane & { readonly task: Claimed },
): Promise<void> {
  const holder = { id: task.id, node }
  const abort = new AbortController()
  stopping.addEventListener('abort', () => abort.abort('stopped'), { signal: abort.signal })
  const holding = setInterval(() => void hold(platform, holder, abort), holdMs)
  tell(platform, task)
  // Whoever worked on it before may have died with this unheard.
  if (task.cancelAsked) abort.abort('cancel')
  try {
    const work = new Map<string, Work>(Object.entries(runners)).get(task.type)
    if (!work) throw new Refusal(codes.notFound, 'refusal.notFound')
    // What its owner has lost since he asked, the task does not do for him.
    const principal = await ownerNow(platform.db, task)
    const outcome = await work(jobOf(platform, { ...task, principal }, { holder, abort }))
    const state = outcome.failed > 0 ? 'PARTIAL' : 'SUCCESS'
    await endTask(platform.db, holder, { state, message: null, ...outcome })
  } catch (error) {
    await settle(platform, { task, holder, abort }, error)
  } finally {
    clearInterval(holding)
    tell(platform, task)
  }
}

async function hold({ db }: Platform, holder: Holder, abort: AbortController): Promise<void> {
  const held = await holdTask(db, holder).catch(() => 'held')
  if (held !== 'held') abort.abort(held)
}

interface Run {
  readonly task: Claimed
  readonly holder: Holder
  readonly abort: AbortController
}

/** A process that is told to stop is no fault of its task. */
const stopped = { key: null, seconds: 0 }

/** What becomes of a task whose work threw: cancelled, refused for good, or tried again. */
async function settle(platform: Platform, { task, holder, abort }: Run, error: unknown) {
  const end = (state: End['state'], message: string | null, outcome: Partial<Outcome> = {}) =>
    endTask(platform.db, holder, { state, message, ...outcome })
  const { aborted } = abort.signal
  const reason: unknown = abort.signal.reason
  if (aborted && reason === 'cancel')
    return error instanceof Cancelled
      ? end('CANCELLED', error.words, error.outcome)
      : end('CANCELLED', null)
  if (aborted && reason === 'pause') return pauseTask(platform.db, holder)
  if (aborted && reason === 'stopped') return waitTask(platform.db, holder, stopped)
  // Another process has it: it is theirs to end.
  if (aborted) return undefined
  if (error instanceof NotYet) return waitTask(platform.db, holder, error)
  if (error instanceof Refusal) return end('FAILED', wordsOf(error, task.language))
  platform.log.error({ err: error, task: task.id }, 'a background task failed')
  if (task.attempts >= mostAttempts)
    return end('FAILED', isDiskFull(error) ? 'upload.full' : 'task.failed')
  return postponeTask(platform.db, holder, 5 * 4 ** task.attempts)
}

/** A key that the reader's console puts into his language; words where a text has places to fill. */
const wordsOf = ({ key, detail: { params } }: Refusal, language: string): string =>
  params && Object.keys(params).length > 0 ? translate(language, key, params) : key

function jobOf(platform: Platform, task: Claimed, { holder, abort }: Omit<Run, 'task'>): Job {
  let told = 0
  return {
    taskId: task.id,
    params: task.params,
    ctx: contextOf(platform, task),
    signal: abort.signal,
    async progress(progress) {
      const now = platform.now().getTime()
      if (now - told >= tellMs) {
        told = now
        await writeProgress(platform.db, holder, progress)
        await hold(platform, holder, abort)
        tell(platform, task)
      }
      abort.signal.throwIfAborted()
    },
  }
}

const tell = ({ live }: Platform, { id, orgId }: Pick<Claimed, 'id' | 'orgId'>) =>
  live.changed({ path: asyncTasksPath, ids: [id], orgIds: [orgId] })

function contextOf(platform: Platform, { id, principal, language }: Claimed): Context {
  return {
    taskId: id,
    db: platform.db,
    platform,
    principal: principalOf(principal),
    language,
    ip: '',
    userAgent: '',
    host: '',
    cookies: { get: () => null, set: () => undefined },
    now: platform.now,
    changed: (path, ids, orgIds = []) => platform.live.changed({ path, ids, orgIds }),
    ring: (kind) => platform.live.ring(kind),
    note: () => undefined,
  }
}
