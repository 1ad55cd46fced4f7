import pg from 'pg'
import { vi } from 'vitest'
import { type Judge, growthOf, growthWithin, type PlanNode, writtenBy } from './plans.ts'

/** What some work sent that grows with the estate, and how many rows its statements wrote or locked. */
export interface Watched {
  readonly growth: readonly string[]
  readonly written: number
}

/** Alone, as fast as it gets; and without what reads a whole table where there is another way: that pays in a small estate. */
const ways = {
  usual: '',
  withoutWholes: ['seqscan', 'hashjoin', 'mergejoin']
    .map((one) => `set local enable_${one} = off;`)
    .join(' '),
} as const

/** How a statement was planned, with those that its functions and triggers sent. */
interface Explained {
  readonly plan: PlanNode
  readonly nested: readonly { readonly text: string; readonly plan: PlanNode }[]
}

type Query = (this: pg.Client, ...words: unknown[]) => unknown

/**
 * Lets the server tell the plans of what functions and triggers send, to whoever asks for notices. Where
 * it does not have what that takes, they stay opaque.
 */
export async function tellNested(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const name = pg.escapeIdentifier(owner.database ?? '')
    const isThere = await owner.query(`load 'auto_explain'`).then(
      () => true,
      () => false,
    )
    const settings = {
      session_preload_libraries: `'auto_explain'`,
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
      client_min_messages: 'warning',
    }
    if (!isThere) return
    for (const [setting, value] of Object.entries(settings))
      await owner.query(`alter database ${name} set ${setting} = ${value}`)
  } finally {
    await owner.end()
  }
}

/** Clients that a transaction is open on. */
const open = new WeakSet<pg.Client>()

/**
 * Does some work, and has each of its statements planned and run right before it is: twice, and taken
 * back each time, so that it finds what it finds in earnest.
 */
export async function watch(work: () => Promise<unknown>, judge: Judge): Promise<Watched> {
  const judged: Promise<Watched>[] = []
  // Whoever sends it, by a pool or in a transaction, it passes here.
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const send: Query = query
    const { text, values } = statementOf(words)
    if (/^\s*(?:select|with|insert|update|delete)/i.test(text))
      judged.push(
        judgedOf((...sent) => send.apply(this, sent), { client: this, text, values }, judge),
      )
    if (/^\s*(?:begin|start)/i.test(text)) open.add(this)
    if (/^\s*(?:commit|rollback)\s*;?\s*$/i.test(text)) open.delete(this)
    return send.apply(this, words)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  const found = await Promise.all(judged)
  return {
    growth: [...new Set(found.flatMap(({ growth }) => growth))].sort(),
    written: found.reduce((rows, { written }) => rows + written, 0),
  }
}

interface Statement {
  readonly client: pg.Client
  readonly text: string
  readonly values: unknown[]
}

type Send = (...words: unknown[]) => unknown

/** A statement as it was given: with its values, as an object, or as a cursor's. */
function statementOf([first, second]: readonly unknown[]): Omit<Statement, 'client'> {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text = '', values = [] } = first as { text?: string; values?: unknown[] }
  return { text, values: Array.isArray(second) ? second : values }
}

/** What is read whole only because that is less work than any other way in so small an estate does not count. */
async function judgedOf(send: Send, statement: Statement, judge: Judge): Promise<Watched> {
  // Both are on their way before the statement itself is.
  const asked = [explain(send, statement, ways.usual), explain(send, statement, ways.withoutWholes)]
  const [usual, other] = await Promise.all(asked)
  if (typeof usual !== 'object')
    return { growth: [`cannot be explained: ${usual}: ${statement.text}`], written: 0 }
  const growth = growthIn(usual, judge)
  const plans = [usual.plan, ...usual.nested.map(({ plan }) => plan)]
  return {
    // The other way may be so bad that nobody waits for its end.
    growth: (growth.length > 0 && typeof other === 'object' ? growthIn(other, judge) : growth).map(
      (part) => `${part}: ${startOf(statement.text)}`,
    ),
    written: plans.reduce((rows, plan) => rows + writtenBy(plan), 0),
  }
}

function growthIn({ plan, nested }: Explained, judge: Judge): string[] {
  const byText = Map.groupBy(nested, ({ text }) => text)
  const all = [plan, ...nested.map((one) => one.plan)]
  const within = [...byText].flatMap(([text, same]) =>
    growthWithin({ all, plans: same.map((one) => one.plan) }, judge).map(
      (part) => `${part}: ${startOf(text)}`,
    ),
  )
  return [...growthOf(plan, judge), ...within]
}

/** Runs a statement for its plan and takes it back; answers why that cannot be where it cannot. */
async function explain(
  send: Send,
  { client, text, values }: Statement,
  way: string,
): Promise<Explained | string> {
  const [start, end] = open.has(client)
    ? ['savepoint judged', 'rollback to savepoint judged; release savepoint judged']
    : ['begin', 'rollback']
  const alone =
    'set local max_parallel_workers_per_gather = 0; set local client_min_messages = notice'
  const notices: string[] = []
  const listen = ({ message = '' }: { message?: string | undefined }) => notices.push(message)
  // What functions and triggers send has been planned for another way, and would be kept.
  const began = Promise.resolve(send(`${start}; discard plans; ${alone}; ${way}`)).then(() =>
    client.on('notice', listen),
  )
  const explained = send({ text: `${explaining} ${text}`, values }) as Promise<Answer>
  const ended = Promise.resolve(send(end))
  try {
    const [, { rows }] = await Promise.all([began, explained, ended])
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    return plan ? { plan, nested: notices.flatMap(planIn) } : 'no plan'
  } catch (error) {
    await Promise.allSettled([began, explained, ended])
    return String(error)
  } finally {
    client.off('notice', listen)
  }
}

const explaining = 'explain (analyze, timing off, format json)'

type Answer = pg.QueryResult<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>

/** The plan that the server tells in a notice, but that of the statement which is explained. */
function planIn(notice: string): { text: string; plan: PlanNode }[] {
  const at = notice.indexOf('{')
  if (!/^duration: .* plan:/.test(notice) || at < 0) return []
  const { 'Query Text': text, Plan: plan } = JSON.parse(notice.slice(at)) as {
    'Query Text': string
    Plan: PlanNode
  }
  return text.startsWith(explaining) ? [] : [{ text, plan }]
}

/** Enough of a statement to find it by. */
const startOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
