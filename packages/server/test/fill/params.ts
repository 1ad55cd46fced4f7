import type { EstateSizes, Runner } from './sizes.ts'

/** Parameters of each application's template, and applications that have one. */
const pids = 40
const apps = 2

const dictSql = `insert into param_dict (pid, title, group_name, data_type, secret, expires)
  select 'p' || number, 'Parameter ' || number, 'Group ' || number % 9, case when number % 20 = 0 then 'DATE' else 'STRING' end,
    false, number % 20 = 0
  from generate_series(1, ${pids * 5}) as number`

/** A published template as a form reads it: one tab, one file, and each parameter in them; `more` is said of the `nth`. */
export const templateContent = (
  pids: number,
  more = `'{}'::jsonb`,
) => `jsonb_build_object('headers', '[]'::jsonb, 'rules', '[]'::jsonb,
  'files', '[{"id": "main", "fileName": "parameters.json", "path": "", "format": "JSON", "encoding": "UTF-8"}]'::jsonb,
  'groups', '[{"id": "main", "title": "Main", "titles": {}}]'::jsonb,
  'fields', (select jsonb_agg('{"groupId": "main", "headerId": null, "fileId": "main", "labels": {}, "description": null, "unit": null,
      "control": "TEXT", "accessLevel": "BASIC", "secret": false, "dependsOn": null, "required": false, "readOnly": false,
      "hidden": false, "defaultValue": null}'::jsonb
      || jsonb_build_object('pid', 'p' || nth, 'label', 'Parameter ' || nth, 'dataType', case when nth % 20 = 0 then 'DATE' else 'STRING' end)
      || ${more})
    from generate_series(1, ${pids}) nth))`

/** Each application that has parameters: a template with two revisions. */
const templatesSql = `with made as (
    insert into param_template (org_id, name, code, app_id, state, rev)
      select app.org_id, 'Template of ' || app.name, upper(app.package), app.id, 'PUBLISHED', 2 from app
      where app.package = any(select 'com.bench.app' || nth from generate_series(1, ${apps}) nth)
    returning id, app_id),
  drafts as (insert into param_template_draft (template_id, content) select id, '{}' from made),
  told as (insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
    select id, rev, ${templateContent(pids)}, '', '', '{}', 0
      from made cross join generate_series(1, 2) rev returning id)
  insert into param_template_pid (template_rev_id, pid)
    select told.id, 'p' || nth from told cross join generate_series(1, ${pids}) nth`

/** Numbers of changes over a year; the later ones are the newer ones. */
const revsSql = `insert into param_rev (rev, at, user_id, cause, note)
  select number, now() - ($1::integer - number) * (interval '360 days' / $1::integer), actor.id,
    (array['ACTIVATED', 'ACTIVATED', 'REVOKED', 'TEMPLATE'])[1 + number % 4], case when number % 7 = 0 then 'Change ' || number end
  from generate_series(1, $1::integer) number
    join cast_user actor on actor.place = number % (select count(*) from cast_user)`

/** The root, organisations, stations, groups and a tenth of all terminals say something of their own. */
const assignmentsSql = `insert into param_assignment (name, level, org_id, station_id, group_id, device_id, app_id, template_rev_id,
    active_template_rev_id, state, revision, updated_at)
  select told.level || ' ' || row_number() over (), told.level, told.org_id, told.station_id, told.group_id, told.device_id,
    app.id, made_for.id, made_for.id, 'ACTIVE', 1, now() - row_number() over () * interval '1 minute'
  from (
      select 'ORG' as level, id as org_id, null::uuid as station_id, null::uuid as group_id, null::uuid as device_id
        from organization where parent_id is null or abs(hashtext(code)) % 4 = 0
      union all select 'STATION', org_id, id, null, null from station where abs(hashtext(code)) % 10 = 0
      union all select 'GROUP', org_id, null, id, null from device_group
      union all select 'DEVICE', org_id, null, null, id from cast_terminal where place % 10 = 0) told
    cross join (select app.id, app.package from app join param_template own on own.app_id = app.id) app
    join param_template own on own.app_id = app.id
    join param_template_rev made_for on made_for.template_id = own.id and made_for.rev = 2`

const assignmentRevsSql = `insert into param_assignment_rev (assignment_id, revision, template_rev_id, content, state, starts_at, rev,
    device_count, published_at, published_by)
  select own.id, nth, own.template_rev_id, '{}', case nth when 1 then 'IN_FORCE' else 'SUPERSEDED' end, own.updated_at,
    1 + abs(hashtext(own.id::text)) % $1::integer, 1, own.updated_at, actor.id
  from param_assignment own cross join generate_series(0, 1) nth
    join cast_user actor on actor.place = abs(hashtext(own.id::text)) % (select count(*) from cast_user)`

/** Three values each, and one that was another before. */
const valuesSql = `insert into param_value (owner_id, pid, value, from_rev, to_rev)
  select own.id, 'p' || 1 + (abs(hashtext(own.id::text)) + nth) % ${pids},
    case when (1 + (abs(hashtext(own.id::text)) + nth) % ${pids}) % 20 = 0 then (current_date + abs(hashtext(own.id::text)) % 2000)::text
      else 'value ' || abs(hashtext(own.id::text)) % 5000 end,
    1 + abs(hashtext(own.id::text)) % ($1::integer / 2), case when nth = 3 then $1::integer / 2 + 1 end
  from param_assignment own cross join generate_series(0, 3) nth`

/** What terminals share: a set for each tenth terminal, and one for all others of an organisation. */
const setsSql = `insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint, hash)
  select own.app_id, own.template_rev_id, array[own.id],
    array(select id from param_value said where said.owner_id = own.id and said.to_rev is null), sha256(own.id::text::bytea),
    sha256(own.id::text::bytea)
  from param_assignment own`

/** Each active terminal's two last revisions. */
const desiredSql = `insert into param_desired (device_id, app_id, org_id, revision, set_id, hash, state, changed_at, due_at, rev,
    since, until)
  select device.id, app.app_id, device.org_id, nth, held.id, held.hash,
    case when nth = 1 then 'APPLIED' else (array['APPLIED', 'APPLIED', 'APPLIED', 'PENDING', 'FAILED', 'WAIT_APP'])[1 + device.place % 6] end,
    spent.since, case when nth = 2 and device.place % 6 = 3 then now() + interval '1 day' end, 1, spent.since,
    case when nth = 1 then spent.since + interval '10 days' end
  from cast_terminal device cross join generate_series(1, 2) nth
    cross join (select distinct app_id from param_set) app
    cross join lateral (select now() - device.place % 300 * interval '1 day' + nth * interval '10 days' - interval '20 days' as since) spent
    join cast_set held on held.app_id = app.app_id and held.place = case when device.place % 10 = 0 then device.place / 10 else device.place % 50 end
      % (select max(place) from cast_set)
  where device.lifecycle = 'ACTIVE'`

const castSetSql = `create temporary table cast_set as
    select row_number() over (partition by app_id order by id) as place, id, app_id, hash from param_set;
  analyze cast_set`

const tallySql = `insert into param_set_tally (set_id, state, slot, devices)
  select set_id, state, 0, count(*) from param_desired where until is null group by 1, 2`

const failingSql = `insert into param_failing (assignment_id, set_id)
  select distinct unnest(own.assignment_ids), own.id from param_set own
    join param_set_tally kept on kept.set_id = own.id and param_fails(kept.state)`

const appliedSql = `insert into param_applied (device_id, package, hash, reported_at)
  select held.device_id, app.package, held.hash, held.since from param_desired held join app on app.id = held.app_id
  where held.until is null and held.state = 'APPLIED'`

const refusalsSql = `insert into param_refusal (item_id, device_id, pid, why, reported_at)
  select gen_random_uuid(), device_id, 'p1', 'WRONG', since from param_desired where until is null and state = 'FAILED'`

const rulesSql = `insert into param_rule (org_id, name, kind, app_id, pid, severity, judged_at)
  select app.org_id, 'Once ' || app.package, 'UNIQUE', app.id, 'p2', 'WARN', now()
  from app join param_template own on own.app_id = app.id`

const factsSql = `insert into param_fact (rule_id, device_id, app_id, key, said, value, since)
  select rule.id, held.device_id, held.app_id, sha256((abs(hashtext(held.device_id::text)) % 9000)::text::bytea),
    sha256(held.device_id::text::bytea), 'value', held.since
  from param_rule rule join param_desired held on held.app_id = rule.app_id and held.until is null`

const findingsSql = `insert into param_finding (rule_id, device_id, app_id, key, value, opened_at, closed_at)
  select rule_id, device_id, app_id, key, value, since, case when abs(hashtext(device_id::text)) % 3 = 0 then since + interval '2 days' end
  from param_fact where abs(hashtext(device_id::text)) % 6 = 1`

/** Variables of organisations, stations and terminals. */
const variablesSql = `insert into global_param (key, type, level, org_id, station_id, device_id, value, updated_at)
  select 'mid', 'TEXT', 'DEVICE', org_id, null::uuid, id, 'M' || place, now() - place * interval '1 minute' from cast_terminal where place % 5 = 0
  union all select 'shop', 'TEXT', 'STATION', org_id, id, null, name, now() from station where abs(hashtext(code)) % 3 = 0
  union all select 'owner', 'TEXT', 'ORG', id, null, null, name, now() from organization`

const codesSql = `insert into json_code (code) select 'doc-' || number from generate_series(1, 12) number`

const documentsSql = `with made as (
    insert into json_document (name, code, kind, level, org_id, device_id, state, revision, document, size, updated_at)
      select 'Document of ' || sn, 'doc-' || 1 + place % 12, 'RAW', 'DEVICE', org_id, id, 'PUBLISHED', 1, '{}', 2,
        now() - place * interval '1 minute' from cast_terminal where place % 10 = 5
      union all select 'Document of ' || name, 'doc-' || 1 + abs(hashtext(code)) % 12, 'RAW', 'ORG', id, null, 'PUBLISHED', 1, '{}', 2, now()
        from organization
    returning id)
  insert into json_document_rev (document_id, revision, document, merge_mode, encrypt, size, state, device_count, principal)
    select id, 1, '{}', 'REPLACE', false, 2, 'PUBLISHED', 1, '{}' from made`

/** Tables whose triggers would follow each row, one at a time, to what is filled here as well. */
const followed = [
  'param_template',
  'param_template_rev',
  'param_assignment',
  'param_assignment_rev',
  'param_desired',
  'param_rule',
  'global_param',
  'json_document',
  'json_document_rev',
] as const

/** What terminals' applications are told: templates, assignments at every level, values, and what came of them. */
export async function fillParams(db: Runner, { terminals }: EstateSizes): Promise<void> {
  const revisions = Math.max(1_000, Math.round(terminals / 20))
  for (const table of followed) await db.query(`alter table ${table} disable trigger user`)
  await db.query(dictSql)
  await db.query(templatesSql)
  await db.query(revsSql, [revisions])
  await db.query(assignmentsSql)
  await db.query(assignmentRevsSql, [revisions])
  await db.query(valuesSql, [revisions])
  await db.query(setsSql)
  await db.query(castSetSql)
  for (const text of [
    desiredSql,
    tallySql,
    failingSql,
    appliedSql,
    refusalsSql,
    rulesSql,
    factsSql,
    findingsSql,
  ])
    await db.query(text)
  for (const text of [variablesSql, codesSql, documentsSql]) await db.query(text)
  for (const table of followed) await db.query(`alter table ${table} enable trigger user`)
  await db.query('truncate param_change, param_due, param_touched, param_set_left')
}
