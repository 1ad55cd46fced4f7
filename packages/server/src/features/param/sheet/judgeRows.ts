import {
  type FormField,
  type FrozenTemplate,
  mostParams,
  paramCells,
  type TextKey,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { matchesTogether } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import { openMark, type ReadyRow, type RowFault } from '../../transfer/index.ts'
import { opened, readTemplate } from '../assignment/draft.ts'
import { type Fault, judging, type Said } from '../assignment/draft.rules.ts'
import { filePidsOf, judgeFiles } from '../assignment/files.ts'
import { type Shown, shownOf } from '../assignment/shown.ts'
import { openTurn } from '../resolve/turn.ts'
import { readCell } from './cell.rules.ts'
import {
  inheritedByMany,
  readTerminals,
  type SheetTemplate,
  type Terminal,
} from './terminals.queries.ts'

export interface JudgedRow {
  readonly row: ReadyRow
  readonly faults: readonly RowFault[]
  /** What its terminal's assignment is to say; null: it says so already. */
  readonly change: { readonly terminal: Terminal; readonly said: Said } | null
}

export interface Rows {
  readonly of: SheetTemplate
  readonly rows: readonly ReadyRow[]
  /** Whether what they say is to wait for a second person. */
  readonly isAsked: boolean
}

const nothing: Said = { values: {}, secrets: {} }

/** What rows of a sheet make of the assignments of their terminals, and what is wrong with them. */
export async function judgeRows(ctx: Context, { of, rows, isAsked }: Rows): Promise<JudgedRow[]> {
  const template = await readTemplate(ctx, of.templateRevId)
  const ids = rows.flatMap(({ targetId }) => targetId ?? [])
  const terminals = await readTerminals(ctx, of, ids)
  const pids = template.fields.map(({ pid }) => pid)
  const inheritedOf = await inheritedByMany(ctx, { ...of, pids }, [...terminals.values()])
  const faultsOf = judging(template, matchesTogether)
  const isShown = await shownOf(ctx, [of.templateRevId])
  const read = reading(ctx, template, isShown)
  const judge = (row: ReadyRow): JudgedRow => {
    const terminal = terminals.get(row.targetId ?? '')
    if (!terminal?.isOffered) return refused(row, say(ctx, 'paramSheet.elsewhere'))
    const before = terminal.id === null ? nothing : opened(ctx.platform, terminal.id, terminal)
    const { values, faults } = read(row, before)
    if (faults.length > 0) return { row, faults, change: null }
    if (isSame(before.values, values) && isOf(terminal, of)) return { row, faults, change: null }
    if (isOpen(terminal) && !(isAsked && isOwnAsking(ctx, terminal)))
      return refused(row, say(ctx, 'paramSheet.draftOpen'))
    const said = { ...before, values }
    const broken = faultsOf({ ...said, inherited: inheritedOf(terminal.deviceId) })
    return {
      row,
      faults: broken.flatMap((one) => shown(ctx, row, one)),
      change: { terminal, said },
    }
  }
  const turn = openTurn(Infinity)
  const judged: JudgedRow[] = []
  for (const row of rows) judged.push(...((await turn.take(() => [judge(row)])) ?? []))
  return withFiles(ctx, of.templateRevId, judged)
}

/** What is wrong with the files that rows name, beside all else. */
async function withFiles(
  ctx: Context,
  templateRevId: string,
  rows: readonly JudgedRow[],
): Promise<JudgedRow[]> {
  const filePids = await filePidsOf(ctx, templateRevId)
  const all = rows.flatMap(({ change }) => (change ? [change.said.values] : []))
  const { strangeOf } = await judgeFiles(ctx, filePids, all)
  return rows.map((one) => {
    const pids = one.change ? strangeOf(one.change.said.values) : []
    if (pids.length === 0) return one
    const fault = { pids, key: 'param.fileUnknown', params: {} } as const
    return { ...one, faults: [...one.faults, ...shown(ctx, one.row, fault)] }
  })
}

const say = ({ language }: Context, key: TextKey, params: Fault['params'] = {}): string =>
  translate(language, key, params)

const refused = (row: ReadyRow, message: string): JudgedRow => ({
  row,
  faults: [{ field: null, message }],
  change: null,
})

/** A terminal without an assignment says nothing by a template either. */
const isOf = ({ id, templateRevId }: Terminal, of: SheetTemplate): boolean =>
  id === null || templateRevId === of.templateRevId

/** What somebody has begun there is neither put in force nor lost by a sheet. */
const isOpen = ({ state, isChanged }: Terminal): boolean =>
  state === 'PENDING_APPROVAL' || (state === 'ACTIVE' && isChanged === true)

/** What the caller asked for himself is corrected by a sheet of his that waits for a second person as well. */
const isOwnAsking = ({ principal }: Context, { askedBy, askedFor }: Terminal): boolean =>
  askedFor === 'ACTIVATE' && askedBy === principal.userId

function isSame(before: Said['values'], after: Said['values']): boolean {
  const pids = Object.keys(before)
  return (
    pids.length === Object.keys(after).length &&
    pids.every((pid) => Object.hasOwn(after, pid) && after[pid] === before[pid])
  )
}

interface Read {
  readonly values: Said['values']
  readonly faults: readonly RowFault[]
}

type Reader = (row: ReadyRow, before: Said) => Read

/** Reads the cells of rows into what is said already. */
function reading(ctx: Context, template: FrozenTemplate, isShown: Shown): Reader {
  const fields = new Map(template.fields.map((field) => [field.pid, field]))
  return (row, before) => {
    const values = new Map(Object.entries(before.values))
    const faults: RowFault[] = []
    const cells = Object.entries(row.values).filter(([field]) => field.startsWith(openMark))
    for (const [field, value] of cells) {
      const pid = field.slice(openMark.length)
      const text = String(value)
      if (text.trim() === '') continue
      const fault = put(values, { field: fields.get(pid), pid, text, isShown })
      if (fault) faults.push({ field, message: say(ctx, fault, { pid }) })
    }
    if (values.size > mostParams) faults.push({ field: null, message: say(ctx, 'param.tooMany') })
    return { values: Object.fromEntries(values), faults }
  }
}

interface Put {
  readonly field: FormField | undefined
  readonly pid: string
  readonly text: string
  readonly isShown: Shown
}

/** Puts what a cell says among the values; or says why not. */
function put(values: Map<string, string>, { field, pid, text, isShown }: Put): TextKey | null {
  if (!field) return 'param.unknownPid'
  if (!isShown(pid)) return 'param.advanced'
  if (field.secret) return text.trim() === paramCells.secret ? null : 'paramSheet.secret'
  const cell = readCell(text)
  if (cell.is === 'inherit') values.delete(pid)
  else if (cell.is === 'unreadable' || !isStorable(cell.text)) return 'rule.format'
  else values.set(pid, cell.text)
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** A fault in words, at the column that it is about; of a parameter without one the sentence names it. */
export function shown(
  ctx: Context,
  row: ReadyRow,
  { pids, key, params }: Pick<Fault, 'pids' | 'key' | 'params'>,
): RowFault[] {
  const message = say(ctx, key, params)
  return pids.map((pid) => {
    const field = `${openMark}${pid}`
    if (Object.hasOwn(row.values, field)) return { field, message }
    return { field: null, message: say(ctx, 'paramSheet.faultOf', { pid, message }) }
  })
}
