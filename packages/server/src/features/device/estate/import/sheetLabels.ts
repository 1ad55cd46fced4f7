import { classifications, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../../access/principal.ts'
import type { Context } from '../../../../kit/context.ts'

interface Label {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly dimension: string
  readonly exclusive: boolean
  readonly isByRule: boolean
}

/** Labels that a sheet names, by their codes and names in small letters; of two of one name only the codes tell. */
export type NamedLabels = ReadonlyMap<string, readonly Label[]>

const small = (text: string): string => text.trim().toLowerCase()

/** What a row says of labels; null: nothing, as an empty cell does where terminals are changed. */
export const saidLabels = (values: Readonly<Record<string, unknown>>): readonly string[] | null => {
  if (!('labels' in values)) return null
  const { labels } = values
  return Array.isArray(labels) ? [...new Set(labels.map((one) => small(String(one))))] : []
}

/** The labels that some rows name, each found by its code or its name. */
export async function namedLabels(ctx: Context, words: readonly string[]): Promise<NamedLabels> {
  if (words.length === 0) return new Map()
  const { rows } =
    await sql<Label>`select id, name, code, dimension, exclusive, rule is not null as is_by_rule
    from classification where deleted_at is null
      and (lower(code) = any(${[...words]}::text[]) or lower(name) = any(${[...words]}::text[]))`.execute(
      ctx.db,
    )
  return new Map(
    words.map((word) => {
      const coded = rows.filter(({ code }) => small(code) === word)
      return [word, coded.length > 0 ? coded : rows.filter(({ name }) => small(name) === word)]
    }),
  )
}

interface Held {
  /** Labels that it was given by hand, and those that a rule gave it. */
  readonly handLabels: readonly string[]
  readonly ruleLabels: readonly string[]
}

type Wanted =
  /** Null: they stay as they are. */
  | { readonly ids: readonly string[] | null }
  | { readonly says: TextKey; readonly params?: Readonly<Record<string, string>> }

/** The labels by hand that a row wants; those that a rule has given may be named, as an export does. */
export function wantedLabels(
  { principal }: Context,
  words: readonly string[] | null,
  { named, before }: { readonly named: NamedLabels; readonly before: Held | null },
): Wanted {
  if (words === null) return { ids: null }
  const chosen: Label[] = []
  for (const word of words) {
    const [label, another] = named.get(word) ?? []
    if (!label || another) return { says: 'device.unknownLabel', params: { name: word } }
    if (!label.isByRule) chosen.push(label)
    else if (!before?.ruleLabels.includes(label.id))
      return { says: 'device.labelByRule', params: { name: label.name } }
  }
  const places = chosen.filter(({ exclusive }) => exclusive).map(({ dimension }) => dimension)
  if (new Set(places).size < places.length) return { says: 'device.labelsExclude' }
  const ids = [...new Set(chosen.map(({ id }) => id))].toSorted()
  if (ids.join() !== (before?.handLabels ?? []).toSorted().join())
    if (!mayCall(principal, classifications.bind.permission))
      return { says: 'device.labelsForbidden' }
  return { ids }
}

/** What terminals shall have of labels by hand. */
export interface Labelled {
  readonly id: string
  readonly labels: readonly string[]
}

/** Gives terminals just these labels by hand, in three statements; an exclusive one takes the place of another. */
export async function giveLabels(ctx: Context, terminals: readonly Labelled[]): Promise<void> {
  if (terminals.length === 0) return
  const wish = sql`jsonb_to_recordset(${JSON.stringify(terminals)}::jsonb) as wish (id uuid, labels uuid[])`
  await sql`delete from device_classification bound using ${wish}, classification label
    where bound.device_id = wish.id and label.id = bound.classification_id and label.deleted_at is null
      and not bound.by_rule and bound.classification_id <> all(wish.labels)`.execute(ctx.db)
  await sql`delete from device_classification bound using ${wish}, classification label
    where bound.device_id = wish.id and label.id = any(wish.labels) and label.exclusive
      and bound.exclusive_in = label.dimension and bound.classification_id <> label.id`.execute(
    ctx.db,
  )
  await sql`insert into device_classification (classification_id, device_id, by_rule, exclusive_in)
    select label.id, wish.id, false, case when label.exclusive then label.dimension end
    from ${wish} join classification label on label.id = any(wish.labels)
    order by 1, 2 on conflict do nothing`.execute(ctx.db)
}
