import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js'
import { cellOf, type ParamShape, tableRows } from './field.ts'
import { hasPlaceholder } from './placeholder.ts'
import { mostExpressionLength } from './templateContent.ts'

// Not part of the index: only who judges rules loads the library.

/** Names of the functions that a rule may call; `matches` is none of them, since its patterns may take for ever. */
const functions: ReadonlySet<string> = new Set([
  'has',
  'size',
  'all',
  'exists',
  'exists_one',
  'filter',
  'map',
  'contains',
  'startsWith',
  'endsWith',
  'lowerAscii',
  'upperAscii',
  'trim',
  'substring',
  'indexOf',
  'int',
  'double',
  'string',
])

/** Those of them that go through a list. */
const walks: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])

/** How large a rule may be, and how much it may do. */
const limits = {
  maxAstNodes: 300,
  maxDepth: 40,
  maxListElements: 100,
  maxMapEntries: 20,
  maxCallArguments: 4,
}
/** Lists within lists. */
const deepestWalk = 2
/** Steps of one judgement, counted before it is begun. */
const mostSteps = 2_000_000
/** Characters that may be compared in one judgement. */
const mostCharacters = 50_000_000
/** Judgements as large as one may be that all rules of a template come to together. */
const mostTogether = 5

const environment = new Environment({
  homogeneousAggregateLiterals: false,
  limits,
}).registerVariable('p', 'map<string, dyn>')

/** Why a text is no rule: where, and what the library or this file has to say. */
export interface RuleFault {
  readonly key:
    | 'paramTemplate.rule.syntax'
    | 'paramTemplate.rule.type'
    | 'paramTemplate.rule.function'
    | 'paramTemplate.rule.values'
    | 'paramTemplate.rule.deep'
    | 'paramTemplate.rule.pid'
    | 'paramTemplate.rule.yesOrNo'
    | 'paramTemplate.rule.steps'
  readonly params: Readonly<Record<string, string>>
  readonly from: number
  readonly to: number
}

export type Rule =
  | {
      readonly ok: true
      readonly pids: readonly string[]
      readonly holds: Judgement
      /** How large a judgement of these values is; beyond 1 it is not made. */
      readonly sizeOf: (values: Values) => number
    }
  | { readonly ok: false; readonly fault: RuleFault }

type Values = Readonly<Record<string, unknown>>
/** Whether values satisfy it; null: they do not say, since one that it needs is missing. */
type Judgement = (values: Values) => boolean | null

class Refused extends Error {
  readonly fault: RuleFault
  constructor(key: RuleFault['key'], node: ASTNode, params: RuleFault['params'] = {}) {
    super(key)
    this.fault = { key, params, from: node.range.start, to: node.range.end }
  }
}

/** What a walk over an expression finds out. */
interface Found {
  readonly pids: Set<string>
  /** Nodes within so many lists. */
  readonly nodes: number[]
  /** How often texts may be joined to longer ones. */
  joins: number
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'range' in value

const inside = (args: unknown): ASTNode[] => {
  if (isNode(args)) return [args]
  return Array.isArray(args) ? args.flatMap(inside) : []
}

/** The PID that a node names: `p.TID`, `p["net.host"]`; undefined: it names none. */
function pidOf(node: ASTNode): string | undefined {
  if (node.op === '.' && isValues(node.args[0])) return node.args[1]
  if (node.op === '[]' && isValues(node.args[0])) return textOf(node.args[1])
  if (node.op === 'in' && isValues(node.args[1])) return textOf(node.args[0])
  return undefined
}

const isValues = (node: ASTNode): boolean => node.op === 'id' && node.args === 'p'

function textOf(node: ASTNode): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined
}

function walk(node: ASTNode, depth: number, found: Found): void {
  found.nodes[depth] = (found.nodes[depth] ?? 0) + 1
  const pid = pidOf(node)
  if (pid !== undefined) {
    found.pids.add(pid)
    return
  }
  if (isValues(node)) throw new Refused('paramTemplate.rule.values', node)
  const name = node.op === 'call' || node.op === 'rcall' ? node.args[0] : null
  if (name !== null && !functions.has(name))
    throw new Refused('paramTemplate.rule.function', node, { name })
  if (node.op === '+') found.joins += 1
  if (node.op !== 'rcall' || !walks.has(node.args[0])) {
    for (const part of inside(node.args)) walk(part, depth, found)
    return
  }
  if (depth === deepestWalk) throw new Refused('paramTemplate.rule.deep', node)
  const [, list, args] = node.args
  walk(list, depth, found)
  for (const part of args) walk(part, depth + 1, found)
}

/** Reads a text as a rule over values: `p.MODE != "TLS" || p.PORT == 443`. */
export function readRule(expression: string): Rule {
  const whole = { from: 0, to: expression.length }
  try {
    if (expression.length > mostExpressionLength)
      return {
        ok: false,
        fault: { key: 'paramTemplate.rule.syntax', params: { said: '' }, ...whole },
      }
    const judge = environment.parse(expression)
    const found: Found = { pids: new Set(), nodes: [], joins: 0 }
    walk(judge.ast, 0, found)
    const { type, valid, error } = judge.check()
    if (!valid) throw error ?? new Error('no type')
    if (type !== 'bool' && type !== 'dyn')
      throw new Refused('paramTemplate.rule.yesOrNo', judge.ast)
    return {
      ok: true,
      pids: [...found.pids],
      holds: (values) => judged(judge, found, values),
      sizeOf: (values) => sizeOf(found, values),
    }
  } catch (error) {
    return { ok: false, fault: faultOf(error, expression.length) }
  }
}

function faultOf(error: unknown, length: number): RuleFault {
  if (error instanceof Refused) return error.fault
  if (!(error instanceof Error)) throw error
  const isSyntax = error instanceof ParseError
  const { start = 0, end = length } =
    isSyntax || error instanceof EvaluationError || 'range' in error ? rangeOf(error) : {}
  return {
    key: isSyntax ? 'paramTemplate.rule.syntax' : 'paramTemplate.rule.type',
    params: { said: summaryOf(error) },
    from: Math.min(start, length),
    to: Math.min(Math.max(end, start), length),
  }
}

const rangeOf = (error: object): { start?: number; end?: number } =>
  'range' in error && typeof error.range === 'object' && error.range !== null ? error.range : {}

const summaryOf = (error: Error): string =>
  'summary' in error && typeof error.summary === 'string' ? error.summary : error.message

/**
 * Why a rule cannot be judged over these parameters; null: it can. It is tried twice over values that are
 * made up, so that what cannot be compared is found before anybody has filled in a form.
 */
export function faultOfRule(
  expression: string,
  shapeOf: (pid: string) => ParamShape | undefined,
): RuleFault | null {
  const rule = readRule(expression)
  if (!rule.ok) return rule.fault
  const whole = { from: 0, to: expression.length }
  const unknown = rule.pids.find((pid) => shapeOf(pid) === undefined)
  if (unknown !== undefined)
    return { key: 'paramTemplate.rule.pid', params: { pid: unknown }, ...whole }
  for (const which of [0, 1] as const) {
    const made = rule.pids.map((pid) => [pid, madeUp(shapeOf(pid), which)] as const)
    const unjudged = unjudgedOf(rule.holds, Object.fromEntries(made))
    if (unjudged) return { key: unjudged.key, params: { said: unjudged.message }, ...whole }
  }
  return null
}

function unjudgedOf(holds: Judgement, values: Values): Unjudged | null {
  try {
    holds(values)
    return null
  } catch (error) {
    if (error instanceof Unjudged) return error
    throw error
  }
}

type Sample = readonly [unknown, unknown]
const samples: Partial<Record<ParamShape['dataType'], Sample>> = {
  INTEGER: [1n, 0n],
  PORT: [1n, 0n],
  DECIMAL: [1.5, 0],
  AMOUNT: [1.5, 0],
  BOOL: [true, false],
  MULTI_ENUM: [['x'], []],
}

function madeUp(shape: ParamShape | undefined, which: 0 | 1): unknown {
  const sampleOf = ({ dataType }: Pick<ParamShape, 'dataType'>) =>
    (samples[dataType] ?? ['x', ''])[which]
  if (shape?.dataType !== 'TABLE') return shape && sampleOf(shape)
  return [Object.fromEntries(shape.columns.map((column) => [column.key, sampleOf(column)]))]
}

type Judge = ReturnType<Environment['parse']>

/** What a missing value, or one that cannot be read as its type, makes of a judgement. */
const silent: ReadonlySet<string> = new Set(['no_such_key'])

/** A rule that asks for more steps than there may be, compares what cannot be compared, or says neither yes nor no. */
class Unjudged extends Error {
  readonly key: RuleFault['key']
  constructor(key: RuleFault['key'], said = '') {
    super(said)
    this.key = key
  }
}

function judged(judge: Judge, found: Found, values: Values): boolean | null {
  if (sizeOf(found, values) > 1) throw new Unjudged('paramTemplate.rule.steps')
  const answer = answerOf(judge, values)
  if (answer !== null && typeof answer !== 'boolean')
    throw new Unjudged('paramTemplate.rule.yesOrNo')
  return answer
}

function answerOf(judge: Judge, values: Values): unknown {
  try {
    return judge({ p: values })
  } catch (error) {
    if (error instanceof EvaluationError && silent.has(error.code)) return null
    const said = error instanceof Error ? summaryOf(error) : String(error)
    throw new Unjudged('paramTemplate.rule.type', said)
  }
}

/** Lists cannot grow while a rule runs: as many steps as its nodes are gone through, at most. */
function sizeOf({ pids, nodes, joins }: Found, values: Values): number {
  const named = [...pids].map((pid) => (Object.hasOwn(values, pid) ? values[pid] : undefined))
  const longest = Math.max(
    limits.maxListElements,
    ...named.map((one) => (Array.isArray(one) ? one.length : 0)),
  )
  const steps = nodes.reduce((sum, count, depth) => sum + count * longest ** depth, 0)
  const letters = Math.max(64, ...named.map((one) => (typeof one === 'string' ? one.length : 0)))
  const times = longest ** (nodes.length - 1)
  return Math.max(steps / mostSteps, (times * letters * (joins + 1)) / mostCharacters)
}

/** Texts of types that a rule compares as they are; a missing one is empty. */
const typed: Partial<Record<ParamShape['dataType'], (text: string) => unknown>> = {
  INTEGER: (text) => (/^-?\d{1,15}$/.test(text) ? BigInt(text) : undefined),
  PORT: (text) => (/^\d{1,5}$/.test(text) ? BigInt(text) : undefined),
  DECIMAL: numberOf,
  AMOUNT: numberOf,
  BOOL: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  MULTI_ENUM: (text) => (text === '' ? [] : text.split(',')),
}

function numberOf(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** A value as rules see it; undefined where it does not say anything, as a number that is missing. */
export function valueForRules(shape: ParamShape, text: string): unknown {
  if (shape.dataType !== 'TABLE') {
    if (hasPlaceholder(text)) return undefined
    const read = typed[shape.dataType]
    return read ? read(text) : text
  }
  const rows = text === '' ? [] : tableRows(text)
  return rows?.map((row) => rowForRules(shape, row))
}

function rowForRules(shape: ParamShape, row: Readonly<Record<string, string>>) {
  const cells = shape.columns.map(({ key, dataType }) => {
    const text = cellOf(row, key)
    const read = typed[dataType]
    return [key, read ? read(text) : text] as const
  })
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined))
}

/** A rule of a revision. */
interface Named {
  readonly expression: string
  readonly message: string
}

export interface BrokenRule {
  /** Its place in the list. */
  readonly index: number
  readonly message: string
  readonly pids: readonly string[]
}

/** Rules as functions: to be read once and asked at each change. */
export function readRules(rules: readonly Named[]) {
  const read = rules.map(({ expression, message }) => ({ rule: readRule(expression), message }))
  /** The rules that values break; one that cannot be judged, or for which the others leave no time, counts as broken. */
  return (valueOf: (pid: string) => unknown): BrokenRule[] => {
    let made = 0
    return read.flatMap(({ rule, message }, index) => {
      if (!rule.ok) return []
      const { pids } = rule
      const known = pids.map((pid) => [pid, valueOf(pid)] as const)
      const values = Object.fromEntries(known.filter(([, value]) => value !== undefined))
      const size = rule.sizeOf(values)
      if (size <= 1) made += size
      return made > mostTogether || isBroken(rule.holds, values) ? [{ index, message, pids }] : []
    })
  }
}

function isBroken(holds: Judgement, values: Values): boolean {
  try {
    return holds(values) === false
  } catch (error) {
    if (error instanceof Unjudged) return true
    throw error
  }
}
