import { Worker } from 'node:worker_threads'
import { type JudgedDocument, type Verdict, verdict } from './verdict.ts'

/** What judging one document may take. Schemas can be written that take for ever. */
const milliseconds = { start: 15_000, each: 2000 }
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

const tooSlow: Verdict = {
  of: 'SCHEMA',
  faults: [{ keyword: 'tooSlow', pointer: '', params: {} }],
}

let last: Promise<unknown> = Promise.resolve()

/** Judges documents in a thread of their own, one thread at a time; one that takes too long has that fault. */
export function judgeDocuments(documents: readonly JudgedDocument[]): Promise<Verdict[]> {
  const judged = last.then(() => judgeAll(documents))
  last = judged.catch(() => undefined)
  return judged
}

async function judgeAll(documents: readonly JudgedDocument[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  while (verdicts.length < documents.length) {
    verdicts.push(...(await inThread(documents.slice(verdicts.length))))
    if (verdicts.length < documents.length) verdicts.push(tooSlow)
  }
  return verdicts
}

/** The verdicts up to the first document that takes too long. */
function inThread(documents: readonly JudgedDocument[]): Promise<Verdict[]> {
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
      if (verdicts.length === documents.length) end()
      else waitFor(milliseconds.each)
    })
  })
}
