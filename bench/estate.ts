import { type Call, codes, devices, session } from '@muster/contract'
import { fullEstate } from '../packages/server/test/fill/sizes.ts'
import { features } from '../packages/server/src/features/index.ts'
import { type Answered, type Asker, tooLong } from './estate/ask.ts'
import { callers } from './estate/estate.ts'
import { timeJobs } from './estate/jobs.ts'
import { readKnown, unaskedReads } from '../packages/server/test/fill/known.ts'
import {
  isList,
  type Known,
  needsOf,
  type Question,
  questionsOf,
  viewsOf,
} from '../packages/server/test/fill/questions.ts'
import { onlyTells, sendingsOf } from '../packages/server/test/fill/readingPosts.ts'
import { Met } from './estate/samples.ts'
import { type Line, printBeyond, printHead, printLines } from './estate/table.ts'
import { serveEstate } from './estate/served.ts'
import { readNumbers, readText } from './harness/options.ts'
import { say } from './harness/print.ts'

// A full installation, asked everything that its contract allows, each beside the list's first page.

const { port, ...sizes } = readNumbers({ ...fullEstate, port: 15_263 })

/** Of `--only admin,jobs,/device/`: callers, the jobs, and parts of paths. */
const wanted = readText('only')?.split(',') ?? []
const parts = wanted.filter((word) => word.startsWith('/'))

/** How somebody is told that a record is not his to name. */
const notTheirs: ReadonlySet<number | undefined> = new Set([codes.badRequest, codes.notFound])

await serveEstate({ port, sizes }, async ({ client, variables, signIn }) => {
  const lines: Line[] = []
  printHead()
  const idsFor = await readKnown(client)
  for (const caller of callers.filter(isAsked)) {
    const met = new Met()
    lines.push(...(await askAs({ caller, asker: await signIn(caller), met, idsFor })))
    say(`${caller} has asked`)
    if (caller === 'admin' && isAsked('jobs'))
      for (const { name, ...told } of await timeJobs(variables)) {
        const pageMs = met.pageMs(devices.page)
        lines.push({ caller: 'worker', what: name, ...told, pageMs })
        printLines(lines.slice(-1))
      }
  }
  printBeyond(lines)
})

/** Whether a caller or the jobs were named, or nobody was. */
function isAsked(key: string): boolean {
  return wanted.length === parts.length || wanted.includes(key)
}

/** All that reads; of some paths only, where parts of them were named. */
function callsToAsk(): Call[] {
  return features
    .flatMap(({ routes }) => routes.map(({ call }) => call))
    .filter((call) => (call.method === 'GET' && !call.file) || onlyTells(call))
    .filter((call) => !unaskedReads.includes(call))
    .filter((call) => call.permission !== 'public' && call !== session.logout)
    .filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)))
}

interface Asking {
  readonly caller: string
  readonly asker: Asker
  readonly met: Met
  /** What a call may name. */
  readonly idsFor: (call: Call) => Known['ids']
}

/** Asks as one caller all that may be asked; lists first, beside which the rest stands. */
async function askAs(asking: Asking): Promise<Line[]> {
  const lines: Line[] = []
  const calls = callsToAsk()
  const ask = async (call: Call) => {
    const answered = await askOne(asking, call)
    printLines(answered)
    lines.push(...answered)
  }
  for (const isFirst of [true, false])
    for (const call of calls.filter((one) => isList(one) === isFirst && !isNested(one)))
      await ask(call)
  for (const call of calls.filter(isNested)) await ask(call)
  return lines
}

/** A list or an answer about one record: known when the list of its records has been asked. */
function isNested({ path }: Call): boolean {
  return path.includes('{')
}

/** A list with all its questions, or the one answer of any other call. */
async function askOne(asking: Asking, call: Call): Promise<Line[]> {
  const { met, idsFor } = asking
  if (onlyTells(call)) return sendAll(asking, call)
  if (viewsOf(call, idsFor(call)).length > 0) return askViews(asking, call)
  const path = met.pathOf(call, idsFor(call))
  if (path === null) return []
  const lines: Line[] = []
  for (const need of needsOf(call, idsFor(call)))
    lines.push(...(await askWith(asking, { call, path, need })))
  return lines
}

interface Asked {
  readonly call: Call
  readonly path: string
  /** What it cannot be asked without. */
  readonly need: Question
}

async function askWith(
  { caller, asker, met, idsFor }: Asking,
  { call, path, need }: Asked,
): Promise<Line[]> {
  const first = await asker.ask(path, need.query)
  // What an estate has somewhere is not everybody's.
  if (caller !== 'admin' && notTheirs.has(first.refusal?.code)) return []
  const page = isList(call) ? first.ms : met.pageMs(call)
  const line = (what: string, { ms, refusal }: Answered): Line => {
    const name = [call.path, need.name, what].filter((part) => part !== '').join(' ')
    return { caller, what: name, ms, pageMs: page, refusal }
  }
  const lines = [line('', first)]
  if (first.refusal !== null || !isList(call)) return lines
  // What a list answers is said by its contract.
  const { list, total } = first.body as { list: Known['row'][]; total: number }
  if (!isNested(call)) met.add(call, list[0]?.['id'], first.ms)
  const [row] = list
  if (!row) return lines
  // An order whose first page takes seconds is not asked the other way round, too: a run has an end.
  const slow = new Set<string | undefined>()
  for (const { name, query } of questionsOf(call, { row, ids: idsFor(call), total })) {
    const { sortField } = query
    if (sortField !== undefined && slow.has(sortField)) continue
    const answered = await asker.ask(path, { ...need.query, ...query }, 2 * first.ms)
    if (answered.ms > tooLong) slow.add(sortField)
    // Not every column of a list may be sorted by.
    if (answered.refusal?.code !== codes.badRequest) lines.push(line(name, answered))
  }
  return lines
}

/** A call that wants to be told what part of the world is meant; its list's first page stands beside it. */
async function askViews({ caller, asker, met, idsFor }: Asking, call: Call): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, query } of viewsOf(call, idsFor(call))) {
    const { ms, refusal } = await asker.ask(call.path, query, 2 * met.pageMs(call))
    lines.push({ caller, what: `${call.path} ${name}`, ms, pageMs: met.pageMs(call), refusal })
  }
  return lines
}

/** A call that only tells, with each thing that may be sent to it. */
async function sendAll({ caller, asker, met, idsFor }: Asking, call: Call): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, body, params = {} } of sendingsOf(call, idsFor(call))) {
    const path = met.pathOf(call, new Map([...idsFor(call), ...Object.entries(params)]))
    if (path === null) continue
    const { ms, refusal } = await asker.send(path, body, 2 * met.pageMs(call))
    const what = `${call.path} ${name}`.trim()
    lines.push({ caller, what, ms, pageMs: met.pageMs(call), refusal })
  }
  return lines
}
