import { sql } from 'kysely'
import { appForm } from './appEstate.ts'
import type { TestApp } from './testApp.ts'

const nobody = '00000000-0000-7000-8000-000000000001'

/** What a banner and a policy say beside their names and their organisation. */
export const ofBanner = {
  placement: 'TOP',
  startAt: '2026-01-01T00:00:00.000Z',
  endAt: '2036-01-01T00:00:00.000Z',
}
export const ofPolicy = { appId: nobody, policy: 'ALLOWED' }

/** Kinds of records that another organisation must not touch. */
export type ForeignKind =
  | 'device'
  | 'org'
  | 'keys'
  | 'role'
  | 'user'
  | 'client'
  | 'customize'
  | 'claim'
  | 'mailServer'
  | 'mail'
  | 'station'
  | 'repair'
  | 'functional'
  | 'variable'
  | 'developer'
  | 'app'
  | 'banner'
  | 'orgApk'
  | 'upgradeVersion'
  | 'upgradeItem'
  | 'logFile'
  | 'logRule'
  | 'logTrace'
  | 'push'
  | 'pushItem'
  | 'halt'
  | 'paramTemplate'
  | 'param'
  | 'consistencyRule'
  | 'jsonDocument'
  | 'plan'

/** Of an organisation a living record and one in the bin: banners, policies, variables, templates, assignments, plans; their ids. */
export async function addForeignStore(
  { platform: { db } }: TestApp,
  orgId: string,
): Promise<
  Pick<
    Record<ForeignKind, string[]>,
    'banner' | 'orgApk' | 'variable' | 'paramTemplate' | 'param' | 'jsonDocument' | 'plan'
  >
> {
  const { rows: banners } = await sql<{ id: string }>`insert into app_banner
      (title, org_id, placement, start_at, end_at, deleted_at)
    values ('secret-of-a', ${orgId}, 'TOP', now(), now() + interval '1 day', null),
      ('binned-secret-of-a', ${orgId}, 'TOP', now(), now() + interval '1 day', now())
    returning id`.execute(db)
  const { rows: policies } = await sql<{ id: string }>`with made as (
      insert into app (name, package, org_id, app_type, os_kind)
      select 'secret-of-a', 'com.secret.a' || n, ${orgId}, 'NORMAL', 'ANDROID'
      from generate_series(1, 2) n returning id, package)
    insert into org_apk (name, org_id, app_id, policy, scope_kind, deleted_at)
    select 'secret-of-a', ${orgId}, made.id, 'ALLOWED', 'SUBTREE',
      case when package like '%2' then now() end
    from made order by package returning id`.execute(db)
  const { rows: names } = await sql<{ id: string }>`
    insert into global_param (key, type, level, org_id, value, deleted_at)
    values ('secret-of-a', 'TEXT', 'ORG', ${orgId}, 'secret-of-a', null),
      ('binned-of-a', 'TEXT', 'ORG', ${orgId}, 'secret-of-a', now()) returning id`.execute(db)
  const { templates, assigned } = await addForeignParams(db, orgId)
  return {
    banner: ids(banners),
    orgApk: ids(policies),
    variable: ids(names),
    paramTemplate: ids(templates),
    param: ids(assigned),
    jsonDocument: ids(await addForeignDocuments(db, orgId)),
    plan: ids(await addForeignPlans(db, orgId)),
  }
}

type Made = readonly { readonly id: string }[]
const ids = (rows: Made): string[] => rows.map(({ id }) => id)

async function addForeignPlans(db: TestApp['platform']['db'], orgId: string): Promise<Made> {
  const { rows } = await sql<{ id: string }>`
    insert into plan (name, org_id, version_ids, targets, waves, deleted_at)
    select 'secret-of-a ' || n, ${orgId}, '{}', ${JSON.stringify({ orgId })}::jsonb, '[{}]', case n when 2 then now() end
    from generate_series(1, 2) n returning id`.execute(db)
  return rows
}

async function addForeignDocuments(db: TestApp['platform']['db'], orgId: string): Promise<Made> {
  const { rows } = await sql<{ id: string }>`
    insert into json_document (name, code, kind, level, org_id, deleted_at)
    select 'secret-of-a ' || n, 'document-' || n, 'OTHER', 'ORG', ${orgId}, case n when 2 then now() end
    from generate_series(1, 2) n returning id`.execute(db)
  return rows
}

async function addForeignParams(
  db: TestApp['platform']['db'],
  orgId: string,
): Promise<{ templates: Made; assigned: Made }> {
  const { rows: templates } = await sql<{ id: string }>`with made as (
      insert into app (name, package, org_id, app_type, os_kind)
      values ('secret-of-a', 'com.secret.template', ${orgId}, 'NORMAL', 'ANDROID') returning id)
    insert into param_template (name, code, org_id, app_id, deleted_at)
    select 'secret-of-a ' || n, 'template-' || n, ${orgId}, made.id, case n when 2 then now() end
    from generate_series(1, 2) n, made returning id`.execute(db)
  const { rows: assigned } = await sql<{ id: string }>`with told as (
      insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      values (${templates[0]?.id}, 1, '{"files":[],"groups":[],"headers":[],"fields":[],"rules":[]}', '', '', '{}', 0)
      returning id, template_id)
    insert into param_assignment (name, level, org_id, app_id, template_rev_id, deleted_at)
    select 'secret-of-a ' || n, 'ORG', ${orgId}, template.app_id, told.id, case n when 2 then now() end
    from generate_series(1, 2) n, told, param_template template where template.id = ${templates[0]?.id}
    returning id`.execute(db)
  return { templates, assigned }
}

/** What forms of stations and applications need beside their names. */
export const ofStation = { type: 'SHOP', address: 'x', contact: 'x', phone: '123' }
export const ofApp = appForm('019a0000-0000-7000-8000-000000000001')

/** What forms of people need beside their organisation. */
export const userOf = (unique: string) => ({
  userName: unique,
  realName: unique,
  email: `${unique}@example.org`,
})

/** A version for upgrades, a living one and one in the bin, and a terminal of an upgrade; their ids. */
export async function addForeignUpgrades(
  { platform: { db } }: TestApp,
  { orgId, deviceId }: { readonly orgId: string; readonly deviceId: string | undefined },
): Promise<Pick<Record<ForeignKind, string[]>, 'upgradeVersion' | 'upgradeItem'>> {
  const { rows: versions } = await sql<{ id: string }>`with file as (
      insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      values ('secret-of-a', 'firmware', 1, sha256('a'), 1, 'STORED', ${orgId}, ${orgId}) returning id)
    insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes, deleted_at)
    select ${orgId}, 'secret-of-a', 'FIRMWARE', model.vendor_id, array[model.id], n::text, file.id, 'secret-of-a',
      case n when 2 then now() end
    from (select id, vendor_id from model limit 1) model, file, generate_series(1, 2) n returning id`.execute(
    db,
  )
  const { rows: items } = await sql<{ id: string }>`with wish as (
      insert into push (task_no, kind, title, args, org_id, state, targets, expanded_at)
      values ('upgrade-secret-of-a', 'UPGRADE', 'secret-of-a', '{"upgrade": {"part": "FIRMWARE", "version": "2.0"}}',
        ${orgId}, 'APPROVAL', '{"sns": ["AAA00000"]}', now()) returning id)
    insert into push_item (push_id, device_id, cmd, state, expires_at)
    select wish.id, ${deviceId}, 'UPGRADE', 'QUEUED', now() + interval '1 day' from wish returning id`.execute(
    db,
  )
  return { upgradeVersion: ids(versions), upgradeItem: ids(items) }
}

/** What a version for upgrades says beside its name and its organisation. */
export const ofVersion = {
  kind: 'FIRMWARE',
  vendorId: nobody,
  modelIds: [nobody],
  versionName: '1.0',
  fileId: nobody,
  releaseNotes: 'x',
}
