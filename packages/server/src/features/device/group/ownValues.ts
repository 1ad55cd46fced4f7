import { type FilterCondition, filterChoices, type FilterField, namedAlone } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import { conditionOf } from '../filter/facts.ts'
import type { Lookup } from '../filter/lookup.ts'
import { approvedUntil } from '../model/approvedUntil.ts'
import { groupScope } from './groupBin.ts'

interface Asked {
  readonly condition: FilterCondition
  readonly lookup: Lookup
  readonly principal: Principal
}

/** What a terminal has of a fact, as an array of texts over `device`. */
type Own = (asked: Asked) => RawBuilder<unknown>

const column =
  (...found: readonly RawBuilder<unknown>[]): Own =>
  () =>
    sql`array_remove(array[${sql.join(found.map((one) => sql`nullif((${one})::text, '')`))}], null)`

const rows =
  (found: RawBuilder<unknown>): Own =>
  () =>
    sql`array(${found})`

const day = (moment: RawBuilder<unknown>): Own =>
  column(sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`)

const told = (name: RawBuilder<unknown>): Own =>
  rows(sql`select (${name})::text from device_order place
    where place.id = device.id and ${name} is not null`)

const part = (kind: string): Own =>
  rows(sql`select part.value from device_part part
    where part.device_id = device.id and part.kind = ${kind}`)

const ofModel = (value: RawBuilder<unknown>): Own =>
  column(sql`select ${value} from model where model.id = device.model_id`)

/** What stands before the first `=`. */
const nameOf = (pair: string) => pair.split('=')[0]?.trim() ?? ''
const namesOf = ({ condition: { values } }: Asked) => values.map(nameOf)

/** Facts that are no choices; of those with many values what a condition names stands alone. */
const facts: Readonly<Record<Exclude<FilterField, keyof typeof filterChoices>, Own>> = {
  sn: column(sql`device.sn`),
  name: column(sql`device.name`),
  tid: column(sql`device.tid`),
  mid: column(sql`device.mid`),
  imei: column(sql`device.imei`, sql`device.imei2`),
  mac: column(sql`device.mac`),
  iccid: column(sql`device.iccid`, sql`device.iccid2`),
  batchNo: column(sql`device.batch_no`),
  purchaseOrder: column(sql`device.purchase_order`),
  orgId: column(sql`device.org_id`),
  vendorId: column(sql`device.vendor_id`),
  modelId: column(sql`device.model_id`),
  categoryId: ofModel(sql`model.category_id`),
  stationId: column(sql`device.station_id`),
  areaId: column(sql`select place.area_id from organization place where place.id = device.org_id`),
  placeAreaId: column(sql`case when device.station_id is null
    then (select place.area_id from organization place where place.id = device.org_id)
    else (select shop.area_id from station shop where shop.id = device.station_id) end`),
  classificationId: rows(sql`select bound.classification_id::text from device_classification bound
    where bound.device_id = device.id order by 1`),
  // Of those that a filter may ask for; which ones others have is not told.
  groupId: ({ principal }) => sql`array(select device_group.id::text from device_group_member bound
    join device_group on device_group.id = bound.group_id
    where bound.device_id = device.id and device_group.type = 'STATIC' and ${groupScope.rows(principal)} order by 1)`,
  tag: () => sql`coalesce(device.tags, '{}')::text[]`,
  attribute: (asked) => sql`array(select (own ->> 'name') || '=' || (own ->> 'value')
    from jsonb_array_elements(device.attributes) own where own ->> 'name' = any(${namesOf(asked)}::text[]))`,
  firmware: column(sql`device.firmware`),
  agentVersion: column(sql`device.agent_version`),
  osVersion: part('OS'),
  spVersion: part('SP'),
  kernelVersion: part('KERNEL'),
  patchLevel: part('PATCH'),
  app: ({ condition: { values } }) => sql`array(select installed.package from device_app installed
    where installed.device_id = device.id and installed.package = any(${[...values]}::text[]) order by 1)`,
  appVersion: (asked) => sql`array(select installed.package || '='
      || coalesce(installed.version_name, installed.version_code::text)
    from device_app installed
    where installed.device_id = device.id and installed.package = any(${namesOf(asked)}::text[]))`,
  paramRevision: (asked) => sql`array(select template.code || '=' || published.rev
    from param_desired held join param_set shared on shared.id = held.set_id
      join param_template_rev published on published.id = shared.template_rev_id
      join param_template template on template.id = published.template_id
    where held.device_id = device.id and held.until is null and held.state = 'APPLIED'
      and lower(template.code) = any(${namesOf(asked).map((code) => code.toLowerCase())}::text[]))`,
  battery: told(sql`place.battery`),
  signal: told(sql`place.signal`),
  freeMb: told(sql`place.free_mb`),
  // In whole hours, as it is asked for.
  lastSeenAt: told(sql`floor(extract(epoch from now() - place.seen_at) / 3600)::integer`),
  activatedAt: day(sql`device.activated_at`),
  createdAt: day(sql`device.created_at`),
  warrantyEnd: column(sql`select to_char(shown.warranty_end, 'YYYY-MM-DD') from device_row shown
    where shown.id = device.id`),
  supportEnd: ofModel(sql`to_char(model.end_of_support, 'YYYY-MM-DD')`),
  ptsEnd: ofModel(sql`to_char(${approvedUntil}, 'YYYY-MM-DD')`),
}

const isChoice = (field: FilterField): field is keyof typeof filterChoices => field in filterChoices

/**
 * What a terminal itself has of that which a condition asks for, over `device`: an array of texts, as the values of
 * such a condition are written.
 */
export async function ownValuesOf(asked: Asked): Promise<RawBuilder<unknown>> {
  const { field, values } = asked.condition
  if (!isChoice(field)) return facts[field](asked)
  const all: readonly string[] = filterChoices[field]
  const choices = namedAlone.includes(field) ? all.filter((one) => values.includes(one)) : all
  if (choices.length === 0) return sql`'{}'::text[]`
  const held: RawBuilder<unknown>[] = []
  // Asked as filters ask: what a choice means is said in one place.
  for (const value of choices) {
    const has = await conditionOf({ field, op: 'in', values: [value] }, asked.lookup)
    held.push(sql`case when ${has} then ${value}::text end`)
  }
  return sql`array_remove(array[${sql.join(held)}], null)`
}
