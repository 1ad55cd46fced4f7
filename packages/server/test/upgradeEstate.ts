import { type PushOptions, pushOptions } from '@muster/contract'
import { sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../src/access/frozen.ts'
import type { Platform } from '../src/kit/context.ts'
import { givePush } from '../src/features/device/index.ts'
import { upgradeTask, type UpgradeOptions } from '../src/features/upgrade/version/upgradeTask.ts'
import type { TestFile } from './deviceFiles.ts'

type Here = Pick<Platform, 'db' | 'now'>

/** Who sees everything. */
async function everybody({ db }: Here): Promise<FrozenPrincipal> {
  const { rows } = await sql<{ id: string; orgId: string }>`insert into app_user
      (user_name, real_name, org_id, password_hash, is_super_admin)
    select 'upgrader' || gen_random_uuid(), 'U', id, 'x', true from organization where parent_id is null limit 1
    returning id, org_id`.execute(db)
  const [made] = rows
  if (!made) throw new Error('nobody')
  return {
    kind: 'user',
    userId: made.id,
    userName: 'upgrader',
    orgId: made.orgId,
    isSuperAdmin: true,
    roleIds: [],
    permissions: [],
    scope: { all: true, rules: [] },
  }
}

interface Wished {
  readonly modelId: string
  readonly versionName: string
  readonly file: Pick<TestFile, 'content' | 'sha256'>
  readonly needReboot?: boolean
  readonly fromVersions?: readonly string[]
  readonly kind?: string
  readonly fileName?: string
}

/** A version for upgrades that is online, past the rules of its routes; its id. */
export async function addUpgradeVersion({ db }: Here, wished: Wished): Promise<string> {
  const {
    modelId,
    versionName,
    file,
    needReboot = true,
    fromVersions = [],
    kind = 'FIRMWARE',
    fileName = `${versionName}.bin`,
  } = wished
  const { rows } = await sql<{
    id: string
  }>`with root as (select id from organization where parent_id is null limit 1),
    file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      select ${fileName}, 'firmware', ${file.content.length}, decode(${file.sha256}, 'hex'), 1048576, 'STORED', id, id
      from root returning id)
    insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, is_diff, from_versions, file_id,
        need_reboot, min_battery, release_notes, state)
      select root.id, 'Aurora', ${kind}, model.vendor_id, array[model.id], ${versionName}, ${fromVersions.length > 0},
        ${[...fromVersions]}::text[], file.id, ${needReboot}, 0, 'x', 'ONLINE'
      from root, file, model where model.id = ${modelId} returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Gives an upgrade to terminals as a plan would; answers the id of its push. */
export async function giveUpgrade(
  here: Here,
  versionId: string,
  {
    ids,
    options = {},
    task: wishes = {},
  }: { ids: readonly string[]; options?: Partial<PushOptions>; task?: UpgradeOptions },
): Promise<string> {
  const giver = await everybody(here)
  const task = await upgradeTask({ db: here.db, principal: principalOf(giver) }, versionId, wishes)
  if (!task) throw new Error('the version is not online')
  const made = await givePush(here, {
    ...task,
    targets: { ids: [...ids] },
    growing: false,
    options: pushOptions().parse(options),
    giver,
    startsAt: null,
    isApproved: true,
  })
  return made?.id ?? ''
}
