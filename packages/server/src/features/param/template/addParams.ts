import {
  controlsOf,
  type NewParam,
  placeholdersOf,
  type ReplyOf,
  type paramTemplates,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { isPattern, matchesPattern } from '../../../platform/pattern.ts'
import { faultOfDict, type JudgedDict } from '../dict/dict.rules.ts'
import { requireOwnDefaults } from '../dict/everybody.ts'
import { faultsOfParents } from '../dict/parents.ts'
import { findParams } from './dictionary.queries.ts'

/** Takes parameters into the dictionary, all in one statement; those that it knows stay as they are. */
export async function addParams(
  ctx: Context,
  params: readonly NewParam[],
): Promise<ReplyOf<(typeof paramTemplates)['addParams']>> {
  const fitting = params.map((param) => {
    const isFitting = controlsOf(param.dataType).includes(param.control)
    // The usual one, where a text shows it in a way that this type is not shown.
    return { ...param, control: isFitting ? param.control : null }
  })
  for (const [at, param] of fitting.entries()) requireGood(param, at)
  const rows = fitting.map(({ group, label, labels, ...param }) => ({
    ...param,
    groupName: group,
    title: label,
    titles: labels,
    names: placeholdersOf(param.defaultValue ?? ''),
  }))
  const { rows: made } = await sql<{ id: string; pid: string }>`insert into param_dict
      (pid, title, titles, group_name, data_type, control, min_length, max_length, min_value, max_value,
        pattern, pattern_message, items, columns, max_rows, default_value, names, required, read_only, secret,
        access_level, depends_on, unit, description, created_by)
    select pid, title, titles, "groupName", "dataType", control, "minLength", "maxLength", "minValue", "maxValue",
      pattern, "patternMessage", items, columns, "maxRows", "defaultValue", names, required, "readOnly", secret,
      "accessLevel", nullif("dependsOn", 'null'), unit, description, ${ctx.principal.userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (pid text, title text, titles jsonb,
      "groupName" text, "dataType" text, control text, "minLength" integer, "maxLength" integer,
      "minValue" double precision, "maxValue" double precision, pattern text, "patternMessage" text, items jsonb,
      columns jsonb, "maxRows" integer, "defaultValue" text, names text[], required boolean, "readOnly" boolean,
      secret boolean, "accessLevel" text, "dependsOn" jsonb, unit text, description text)
    on conflict do nothing returning id, pid`.execute(ctx.db)
  const ids = made.map(({ id }) => id)
  await requireOwnDefaults(ctx, ids)
  await requireKnownParents(ctx, params, new Set(made.map(({ pid }) => pid)))
  ctx.note({ targetIds: ids, after: { count: ids.length } })
  const known = await findParams(
    ctx,
    params.map(({ pid }) => pid),
  )
  return { count: ids.length, known: [...known.values()] }
}

type Judged = Omit<NewParam, 'control'> & Pick<JudgedDict, 'control'>

/** What the dictionary's own form would refuse. */
function requireGood(param: Judged, at: number): void {
  const given = param.defaultValue || null
  if (param.secret && given !== null)
    throw fieldRefusal(`params.${at}.defaultValue`, 'paramTemplate.secretDefault')
  const fault = faultOfDict({ ...param, given }, { isPattern, matches: matchesPattern })
  if (fault) throw fieldRefusal(`params.${at}.${fault.field}`, fault.key, fault.params)
}

/** Of those that are new; what others depend on is judged already. */
async function requireKnownParents(
  ctx: Context,
  params: readonly NewParam[],
  made: ReadonlySet<string>,
): Promise<void> {
  const fresh = params.filter(({ pid }) => made.has(pid))
  const [fault] = await faultsOfParents(ctx, fresh)
  if (!fault) return
  const at = params.findIndex((param) => param === fresh[fault.at])
  throw fieldRefusal(`params.${at}.${fault.field}`, fault.key, fault.params)
}
