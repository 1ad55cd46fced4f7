import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deviceHttp } from '@muster/contract'
import type pg from 'pg'

/** A stored file, and terminals that are told to fetch it. */
export interface DownloadEstate {
  /** Folder of the store, and the file's name in it. */
  readonly folder: string
  readonly name: string
  /** Paths of the file, one for each terminal. */
  readonly paths: readonly string[]
}

const catalogueSql = `with maker as (insert into vendor (name, code) values ('Maker', 'maker') returning id),
    kind as (insert into category (name, code, os_kind) values ('Smart', 'smart', 'ANDROID') returning id),
    model as (insert into model (vendor_id, category_id, name, code, os_type)
      select maker.id, kind.id, 'M', 'm', 'ANDROID' from maker, kind returning id, vendor_id)
  insert into device (sn, model_id, vendor_id, org_id, lifecycle)
    select 'LOAD-' || lpad(n::text, 6, '0'), model.id, model.vendor_id,
      (select id from organization where parent_id is null limit 1), 'ACTIVE'
    from model, generate_series(1, $1::integer) as n`

const itemsSql = `with given as (
    insert into push_item (device_id, cmd, state, args, expires_at)
      select id, 'APP_INSTALL', 'RUNNING', '{}', now() + interval '1 day' from device
      returning id, device_id)
  insert into download (item_id, device_id, org_id, token_hash, sha256, bytes, name, expires_at)
    select given.id, given.device_id, device.org_id, sha256(device.sn::bytea), $1, $2, 'pay.apk',
      now() + interval '1 day'
    from given join device on device.id = given.device_id`

const slotsSql = `update parameter set value = '100000' where key = 'download.slots.organization'`

/** Stores a file of random bytes and lets so many terminals fetch it. */
export async function makeDownloads(
  client: pg.Client,
  dataFolder: string,
  { terminals, bytes }: { readonly terminals: number; readonly bytes: number },
): Promise<DownloadEstate> {
  const content = randomBytes(bytes)
  const sha256 = createHash('sha256').update(content).digest()
  const hex = sha256.toString('hex')
  const folder = join(dataFolder, 'files', hex.slice(0, 2))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, hex), content)
  await client.query(catalogueSql, [terminals])
  await client.query(itemsSql, [sha256, bytes])
  await client.query(slotsSql)
  await client.query('vacuum (analyze)')
  const paths = Array.from(
    { length: terminals },
    (_, n) => `${deviceHttp.file}/LOAD-${String(n + 1).padStart(6, '0')}`,
  )
  return { folder, name: hex, paths }
}
