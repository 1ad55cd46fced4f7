import { codes } from '@muster/contract'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../kit/refusal.ts'
import { type JudgedDocument, type Verdict, verdict } from './verdict.ts'

/** What judging one document may take. Schemas can be written that take for ever. */
const milliseconds = { start: 15_000, each: 2000 }
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

const tooSlow: Verdict = {
  of: 'SCHEMA',
  faults: [{ keyword: 'tooSlow', pointer: '', params: {} }],
}

/** Documents of one schema that may be too slow in one call: the others of it would be as slow. */
const mostSlow = 2

/** Calls that people may have waiting, all together and each of them: every one holds a connection meanwhile. */
const mostWaiting = { all: 6, each: 2 }

let last: Promise<unknown> = Promise.resolve()
let lastAsked: Promise<unknown> = Promise.resolve()
const waiting: string[] = []

/**
 * Judges documents in a thread of their own, one thread at a time; one that takes too long has that fault. Answers
 * the verdicts of the first of them that there was time for until it is called off, at least one.
 */
export function judgeDocuments(
  documents: readonly JudgedDocument[],
  until?: AbortSignal,
): Promise<Verdict[]> {
  const judged = last.then(() => judgeAll(documents, until))
  last = judged.catch(() => undefined)
  return judged
}

/** The same for somebody who waits for it, beside what workers have judged; refused where too many wait. */
export async function judgeFor(userId: string, document: JudgedDocument): Promise<Verdict> {
  const own = waiting.filter((one) => one === userId).length
  if (waiting.length >= mostWaiting.all || own >= mostWaiting.each)
    throw new Refusal(codes.unavailable, 'refusal.unavailable')
  waiting.push(userId)
  const judged = lastAsked.then(() => judgeAll([document]))
  lastAsked = judged.catch(() => undefined)
  try {
    return (await judged)[0] ?? tooSlow
  } finally {
    waiting.splice(waiting.indexOf(userId), 1)
  }
}

async function judgeAll(
  documents: readonly JudgedDocument[],
  until?: AbortSignal,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const slow = new Map<string, number>()
  const isKnown = ({ schema }: JudgedDocument) => (slow.get(schema) ?? 0) >= mostSlow
  while (verdicts.length < documents.length) {
    const rest = documents.slice(verdicts.length)
    const known = rest.findIndex(isKnown)
    const part = known < 0 ? rest : rest.slice(0, known)
    const said = part.length > 0 ? await inThread(part, until) : []
    verdicts.push(...said)
    // The one that was looked at last was interrupted, and not too slow.
    if (until?.aborted && verdicts.length > 0) break
    const late = part[said.length]
    if (late) slow.set(late.schema, (slow.get(late.schema) ?? 0) + 1)
    if (verdicts.length < documents.length) verdicts.push(tooSlow)
  }
  return verdicts
}

/** The verdicts up to the first document that takes too long, or to the moment when there is no more time. */
function inThread(documents: readonly JudgedDocument[], until?: AbortSignal): Promise<Verdict[]> {
  const worker = new Worker(new URL('./judge.child.ts', import.meta.url), {
    workerData: documents,
    resourceLimits,
    env: {},
  })
  return new Promise((resolve) => {
    const verdicts: Verdict[] = []
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(verdicts)
    }
    const waitFor = (limit: number) => {
      clearTimeout(timer)
      timer = setTimeout(end, limit)
    }
    waitFor(milliseconds.start)
    worker.on('error', end)
    worker.on('message', (said: unknown) => {
      if (said !== 'ready') verdicts.push(verdict.parse(said))
      const isLate = until?.aborted && verdicts.length > 0
      if (verdicts.length === documents.length || isLate) end()
      else waitFor(milliseconds.each)
    })
  })
}
