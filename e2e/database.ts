import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Asks the estate's own database what no page shows: mails, and moments that a test must not wait for. */
export async function ask<Row extends pg.QueryResultRow>(
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const file = join(process.env['MUSTER_E2E_DATA'] ?? '', 'embedded-postgres.json')
  const { port, password } = JSON.parse(readFileSync(file, 'utf8'))
  const client = new pg.Client(`postgres://muster:${password}@127.0.0.1:${port}/muster`)
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

/** The code of the last mail of a kind to an address. */
export async function mailedCode(to: string, template: string): Promise<string> {
  const rows = await ask<{ html: string }>(
    'select html from mail_log where to_address = $1 and template = $2 order by at desc limit 1',
    [to, template],
  )
  const [, code = ''] = />\s*(\d{6})\s*</.exec(rows[0]?.html ?? '') ?? []
  return code
}

/** A colleague of the administrator with the same password and every right. */
export async function addColleague(userName: string): Promise<string> {
  const email = `${userName}@example.com`
  await ask(
    `insert into app_user (user_name, real_name, org_id, is_super_admin, password_hash,
       must_change_password, email, email_verified_at)
     select $1, $1, org_id, true, password_hash, false, $2, now() from app_user where user_name = 'admin'`,
    [userName, email],
  )
  await ask(
    `insert into user_role (user_id, role_id) select one.id, role_id from app_user one, user_role
     join app_user admin on admin.id = user_role.user_id and admin.user_name = 'admin'
     where one.user_name = $1`,
    [userName],
  )
  return email
}
