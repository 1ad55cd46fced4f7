import { type BuiltInVariable, builtInVariables } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'

type Facts = Readonly<Record<BuiltInVariable, string | null>>

/** What stands for the variables that everybody has where no terminal is named. */
const madeUp: Facts = {
  'device.sn': 'SN000001',
  'device.tid': '00000001',
  'device.mid': '000000000000001',
  'device.model': 'Model',
  'station.name': 'Station',
  'station.address': 'Address',
  'station.mcc': '5411',
  'org.code': 'org',
}

/** The variables that everybody has, of a terminal that the caller sees, or of a made-up one. */
export async function builtInsOf(
  ctx: Pick<Context, 'db' | 'principal'>,
  deviceId: string | null,
): Promise<(key: string) => string | undefined> {
  const facts = deviceId === null ? madeUp : await factsOf(ctx, deviceId)
  const known = new Map<string, string | null>(builtInVariables.map((key) => [key, facts[key]]))
  return (key) => known.get(key) ?? undefined
}

async function factsOf(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  deviceId: string,
): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`select jsonb_build_object(
      'device.sn', row.sn, 'device.tid', row.tid, 'device.mid', row.mid, 'device.model', model.name,
      'station.name', station.name, 'station.address', station.address, 'station.mcc', station.mcc,
      'org.code', organization.code) as facts
    from device row join organization on organization.id = row.org_id
      left join model on model.id = row.model_id left join station on station.id = row.station_id
    where row.id = ${deviceId} and row.deleted_at is null
      and row.id in (select id from device where ${deviceScope.rows(principal)})`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  return found.facts
}
