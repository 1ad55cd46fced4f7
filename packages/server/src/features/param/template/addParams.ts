import {
  faultOfValue,
  type NewParam,
  placeholdersOf,
  type ReplyOf,
  type paramTemplates,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { isPattern, matchesPattern } from '../../../platform/pattern.ts'
import { findParams } from './dictionary.queries.ts'

/** Takes parameters into the dictionary, all in one statement; those that it knows stay as they are. */
export async function addParams(
  ctx: Context,
  params: readonly NewParam[],
): Promise<ReplyOf<(typeof paramTemplates)['addParams']>> {
  for (const [at, param] of params.entries()) requireGood(param, at)
  const rows = params.map(({ group, label, labels, ...param }) => ({
    ...param,
    groupName: group,
    title: label,
    titles: labels,
    names: placeholdersOf(param.defaultValue ?? ''),
  }))
  const { rows: made } = await sql<{ id: string }>`insert into param_dict
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
    on conflict do nothing returning id`.execute(ctx.db)
  const ids = made.map(({ id }) => id)
  ctx.note({ targetIds: ids, after: { count: ids.length } })
  const known = await findParams(
    ctx,
    params.map(({ pid }) => pid),
  )
  return { count: ids.length, known: [...known.values()] }
}

/** What the dictionary's own form would refuse. */
function requireGood(param: NewParam, at: number): void {
  const { pattern, secret, defaultValue } = param
  if (pattern && !isPattern(pattern)) throw fieldRefusal(`params.${at}.pattern`, 'rule.pattern')
  if (defaultValue === null || defaultValue === '') return
  if (secret) throw fieldRefusal(`params.${at}.defaultValue`, 'paramTemplate.secretDefault')
  const fault = faultOfValue(param, defaultValue, matchesPattern)
  if (fault) throw fieldRefusal(`params.${at}.defaultValue`, fault.key, fault.params)
}
