import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { fileStoreIn } from '../../packages/server/src/platform/fileStore.ts'
import { writeSheet } from '../../packages/server/src/features/transfer/write/writeSheet.ts'

export type Format = 'csv' | 'xlsx'

/** Everything a terminal's row needs besides its number: one vendor, one model, 200 shops. */
export async function makePlaces(client: pg.Client): Promise<void> {
  await client.query(`
    insert into vendor (name, code) values ('Acme', 'acme');
    insert into category (name, code, os_kind) values ('POS', 'pos', 'ANDROID');
    insert into model (name, code, vendor_id, category_id, os_type)
      select 'A8', 'a8', vendor.id, category.id, 'ANDROID' from vendor, category;
    insert into organization (name, code, type, path) values ('Bank', 'bank', 'BANK', '');
    insert into organization (name, code, type, path, parent_id)
      select 'Shop ' || n, 'shop-' || n, 'AGENT', '', organization.id
      from organization, generate_series(1, 200) n where organization.code = 'bank';
    insert into app_user (user_name, real_name, org_id, is_super_admin, password_hash)
      select 'bench', 'Bench', id, true, 'none' from organization where code = 'bank';
    update parameter set value = '1000000' where key = 'import.maxRows'`)
}

async function* terminals(count: number) {
  for (let n = 0; n < count; n++)
    yield {
      sn: `BENCH-${String(n).padStart(8, '0')}`,
      modelId: 'a8',
      orgId: `shop-${1 + (n % 200)}`,
      name: `Till ${n}`,
      tid: `T${String(n).padStart(9, '0')}`,
      mid: `M${1000 + (n % 5000)}`,
      imei: String(350_000_000_000_000 + n),
      batchNo: 'B-2026-11',
      remark: 'ordered in November',
    }
}

/** Puts a sheet of so many terminals into the store of a data folder, as an upload would. */
export async function makeSheet(
  client: pg.Client,
  { folder, format, rows }: { folder: string; format: Format; rows: number },
): Promise<{ id: string; bytes: number }> {
  const fields = ['sn', 'modelId', 'orgId', 'name', 'tid', 'mid', 'imei', 'batchNo', 'remark']
  const columns = fields.map((field) => [field, field] as const)
  const content = writeSheet(terminals(rows), { format, columns }, 'en')
  const { sha256, bytes } = await fileStoreIn(join(folder)).put(content)
  const id = randomUUID()
  await client.query(
    `insert into file_task (id, name, kind, source, media_type, sha256, bytes, state, org_id, created_by)
      select $1, $2, 'IMPORT', '', 'application/octet-stream', $3, $4, 'READY', org_id, id
      from app_user where user_name = 'bench'`,
    [id, `terminals.${format}`, sha256, bytes],
  )
  return { id, bytes }
}

/** Asks for an import of a file, as its route does, and waits for its end: seconds of work. */
export async function runImport(client: pg.Client, fileId: string): Promise<number> {
  const params = {
    path: '/admin/device/v1/device/page',
    fileId,
    mode: 'apply',
    aim: 'new',
    onFault: 'stop',
  }
  const { rows: queued } = await client.query<{ id: string }>(
    `insert into async_task (type, title, params, principal, org_id, created_by, language)
      select 'IMPORT', 'bench', $1, jsonb_build_object('kind', 'user', 'userId', id, 'userName', user_name,
        'orgId', org_id, 'isSuperAdmin', true, 'roleIds', '[]'::jsonb, 'permissions', '[]'::jsonb,
        'scope', '{"all": true, "rules": []}'::jsonb), org_id, id, 'en'
      from app_user where user_name = 'bench' returning id`,
    [JSON.stringify(params)],
  )
  for (;;) {
    await new Promise((done) => setTimeout(done, 100))
    const { rows } = await client.query<{ state: string; message: string | null; seconds: number }>(
      `select state, message, extract(epoch from ended_at - started_at)::float8 as seconds
        from async_task where id = $1`,
      [queued[0]?.id],
    )
    const [task] = rows
    if (task?.state === 'SUCCESS') return task.seconds
    if (task && task.state !== 'QUEUED' && task.state !== 'RUNNING')
      throw new Error(`the import ended ${task.state}: ${task.message}`)
  }
}
