import { type Call, recordName, redacted } from '@muster/contract'
import type { ZodMiniType } from 'zod/mini'
import type { ActionNote } from './actionNote.ts'
import { maskedJson } from './maskedJson.ts'

/** Records that one entry of the log names; of more than these, several entries tell. */
const mostTargets = 1000

/** The records that were noted, as so many entries of the log have them; one at least. */
export function targetsOf(notes: readonly ActionNote[]): string[][] {
  const ids = notes.flatMap(({ targetIds = [] }) => targetIds)
  const entries = Math.max(1, Math.ceil(ids.length / mostTargets))
  return Array.from({ length: entries }, (_, at) =>
    ids.slice(at * mostTargets, (at + 1) * mostTargets),
  )
}

/** What a call was sent, those members redacted that the contract marks as secrets. */
export const sentOf = (
  { schemas }: Pick<Call, 'schemas'>,
  sent: Partial<Record<'params' | 'query' | 'body', unknown>>,
): object => ({
  ...withoutSecrets(schemas.params, sent.params),
  ...withoutSecrets(schemas.query, sent.query),
  ...withoutSecrets(schemas.body, sent.body),
})

function withoutSecrets(schema: ZodMiniType | undefined, value: unknown): object {
  const kept = redacted(schema, value)
  return typeof kept === 'object' && kept !== null ? kept : {}
}

/** What was before and is since, as the log keeps it. */
export function statesOf(notes: readonly ActionNote[]) {
  const record = onlyRecord(notes)
  const [before, after] = withName(
    [stateOf(notes, 'before', record), stateOf(notes, 'after', record)],
    record,
  )
  return { before: maskedJson(before), after: maskedJson(after) }
}

type Noted = Readonly<Record<string, unknown>>

/** The record that a call was about, if it was about one. */
function onlyRecord(notes: readonly ActionNote[]): Noted | undefined {
  const about = notes.findLast((note) => note.about)?.about
  if (about) return about
  const rows = new Map(notes.flatMap(({ rows = [] }) => rows.map((row) => [row['id'], row])))
  return rows.size === 1 ? [...rows.values()][0] : undefined
}

/** What was noted of one record piece by piece is one state; of many, the first stands for all. */
function stateOf(notes: readonly ActionNote[], side: 'before' | 'after', record?: Noted): unknown {
  const states = notes.flatMap((note) => (note[side] === undefined ? [] : [note[side]]))
  const parts = states.filter(isPlain)
  return record && parts.length > 0 ? Object.assign({}, ...parts) : states[0]
}

/** Members that the log finds and shows a record by (its view `action_log_row`). */
const nameMembers = ['name', 'sn', 'userName', 'code'] as const

/** Where neither state says what the record is called, both do: it is no change. */
function withName(states: readonly unknown[], record: Noted | undefined): readonly unknown[] {
  const isNamed = states.some(
    (state) => isPlain(state) && nameMembers.some((member) => state[member]),
  )
  if (!record || isNamed) return states
  const name = recordName(record)
  const member = nameMembers.find((one) => record[one] === name) ?? 'name'
  return states.map((state = {}) => (isPlain(state) ? { ...state, [member]: name } : state))
}

const isPlain = (state: unknown): state is Noted =>
  typeof state === 'object' && state !== null && !Array.isArray(state)
