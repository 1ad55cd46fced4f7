import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { fillEstate } from '../../packages/server/test/fill/fillEstate.ts'
import type { EstateSizes } from '../../packages/server/test/fill/sizes.ts'
import { beatSql } from '../../packages/server/test/fill/terminals.ts'
import { isFilled } from '../harness/database.ts'
import { say } from '../harness/print.ts'

/** Those who ask: everything, about a third of the organisations, one organisation. */
export const callers = ['admin', 'operator', 'leaf'] as const

/**
 * Makes the estate in a database that a server has seeded; a kept one is taken as it is, but that
 * its terminals beat once more, and that this is counted, as a worker does every few seconds.
 */
export async function makeEstate(
  client: pg.Client,
  sizes: EstateSizes,
  { folder, until }: { readonly folder: string; readonly until?: string | undefined },
): Promise<void> {
  // How many steps of the filling have written their rows: one that was broken off goes on behind them.
  const progress = join(folder, 'filled')
  const from = Number(await readFile(progress, 'utf8').catch(() => '0'))
  if (!(await isFilled(client, sizes.terminals)) || from > 0) {
    const written = (steps: number) => writeFile(progress, String(steps))
    await fillEstate(client, sizes, { say, from, until, written })
    await rm(progress)
    await addCaller(client, { userName: 'operator', code: 'place-1' })
    await addCaller(client, { userName: 'leaf', code: `place-${sizes.organizations - 1}` })
    return
  }
  await client.query(beatSql)
  await client.query('select fold_estate_changes(), fold_told_changes()')
  await client.query('vacuum (analyze) estate_change, told_change, device_state')
}

/** A user with the administrator's password and every right, who sees his organisation and those below. */
const callerSql = `
  with made as (insert into app_user (user_name, org_id, password_hash, must_change_password)
      select $1, place.id, admin.password_hash, false
      from app_user admin, organization place where admin.user_name = 'admin' and place.code = $2
      returning id, org_id),
    role as (insert into role (code, name, org_id) select 'estate-' || $1, $1, made.org_id from made returning id),
    sees as (insert into data_scope (role_id, kind) select id, 'OWN_ORG_AND_BELOW' from role),
    may as (insert into role_menu (role_id, menu_id) select role.id, menu.id from role, menu)
  insert into user_role (user_id, role_id) select made.id, role.id from made, role`

async function addCaller(
  client: pg.Client,
  { userName, code }: { userName: string; code: string },
): Promise<void> {
  const { rowCount } = await client.query(callerSql, [userName, code])
  if (rowCount !== 1) throw new Error(`there is no ${code} for ${userName}`)
}
