import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { movingGroups } from '../../device/index.ts'
import { findDocumentSets, makeDocumentSets } from '../json/documentSets.ts'
import { judgeTerminals } from '../rule/judge.ts'
import { fill, type Form, openForms, withoutTypedFiles } from './content.ts'
import {
  findKinds,
  findSets,
  hashOf,
  type KeptSet,
  type Kind,
  type ParamStore,
  readSet,
  type Written,
} from './sets.queries.ts'
import { idList } from './idList.ts'
import { openTurn, type Turn } from './turn.ts'
import { namingTouched } from './touched.queries.ts'
import { type Variables, variablesFor } from './variables.ts'
import { type Found, writeFound } from './found.queries.ts'

/** Terminals that are looked at in one transaction. */
const batchSize = 5000
/** As many as there was time for lately: half of those for whom there was not, twice those for whom there was. */
let atOnce = batchSize

/** How long documents are judged before other terminals come first. */
const longestJudgingMs = 20_000

/** How long values are filled and judged in one transaction. */
const longestFillingMs = 10_000

/**
 * Finds what terminals should have by now, wherever something has changed that decides over it. The
 * terminals of whom something is another than before are noted with a number that rises; those that
 * hold it already need nothing.
 */
export async function followParams(platform: Pick<Platform, 'db' | 'secrets'>): Promise<void> {
  const { db, secrets } = platform
  await db.transaction().execute((trx) => spread({ db: trx, secrets }))
  await db.transaction().execute((trx) => spreadGroups({ db: trx, secrets }))
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute((trx) => spreadVariables({ db: trx, secrets }))
  for (let hasMore = true; hasMore; ) {
    hasMore = await followNext({ db, secrets })
    // Not at the end alone: what fails meanwhile is found before all of an estate has been looked at.
    await fold(db)
  }
}

/** Adds what connections have counted apart; what one of them counts just now waits for the next round. */
async function fold(db: Platform['db']): Promise<void> {
  await sql`select fold_param_tally(1000)`.execute(db)
}

/**
 * Whoever is just finding what terminals get ends first: by what their sets name, others meet only what is
 * committed.
 */
const holdSets = (db: ParamStore['db']) =>
  sql`select pg_advisory_xact_lock(hashtextextended('param_set', 0))`.execute(db)

/** Changes of organisations, stations and templates, spread over their terminals. */
async function spread({ db }: ParamStore): Promise<void> {
  await sql`with picked as (
      select level, target_id from param_change where level <> 'GROUP'
      group by 1, 2 order by min(id) limit 100),
    taken as (
      delete from param_change using picked
      where param_change.level = picked.level and param_change.target_id = picked.target_id
      returning param_change.level, param_change.target_id)
    insert into param_due (device_id)
      -- Those of whom the same are heard are looked at together: what they share is found once.
      select due.id from (
      select device.id, device.org_id from device where device.deleted_at is null and exists (
        select from organization here where here.id = device.org_id and here.path <@ array(
          select above.path from organization above join taken on taken.target_id = above.id where taken.level = 'ORG'))
      union
      select device.id, device.org_id from device join taken on taken.target_id = device.station_id where taken.level = 'STATION'
      union
      select device.id, device.org_id from taken join device on device.id = taken.target_id where taken.level = 'DEVICE'
      union
      select device.id, device.org_id from taken join json_document own on own.id = taken.target_id and taken.level = 'MODEL'
          join organization over on over.id = own.org_id join organization here on here.path <@ over.path
          join device on device.org_id = here.id and device.model_id = own.model_id
      union
      select held.device_id, held.org_id from taken join param_set on param_set.template_rev_id = taken.target_id
          join param_desired held on held.set_id = param_set.id and held.until is null
        where taken.level = 'SET_TEMPLATE') due
      order by due.org_id, due.id`.execute(db)
}

/** Changes of groups, spread over their members: by themselves, because nobody joins these groups meanwhile. */
async function spreadGroups({ db }: ParamStore): Promise<void> {
  const { rows } = await sql<{ id: string }>`select target_id as id from param_change
    where level = 'GROUP' group by 1 order by min(id) limit 100`.execute(db)
  const moving = new Set(
    await movingGroups(
      db,
      rows.map(({ id }) => id),
    ),
  )
  const still = rows.map(({ id }) => id).filter((id) => !moving.has(id))
  if (still.length === 0) return
  await sql`with taken as (delete from param_change
      where level = 'GROUP' and target_id = any(${still}::uuid[]) returning target_id)
    insert into param_due (device_id)
      select member.device_id from device_group_member member
      where member.group_id in (select taken.target_id from taken)`.execute(db)
}

/**
 * Variables that changed, spread over the terminals whose values name them, also through others; whether
 * there may be more. Secret ones and those that were missing are named by nothing that could be asked.
 */
async function spreadVariables({ db }: ParamStore): Promise<boolean> {
  const { rows: touched } = await sql`select from param_touched limit 1`.execute(db)
  if (touched.length === 0) return false
  await holdSets(db)
  const { rows } = await sql<{ id: number }>`with taken as (
      delete from param_touched where id = any(array(
        select id from param_touched order by id limit ${batchSize} for update skip locked))
      returning id, org_id, station_id, device_id, app_id, key, deliver_now),
    ${namingTouched},
    due as (insert into param_due (device_id, is_now) select device_id, is_now from naming)
    select id from taken`.execute(db)
  return rows.length === batchSize
}

/** The next terminals; whether there may be more in this round. */
async function followNext({ db, secrets }: ParamStore): Promise<boolean> {
  const { hasMore, waiting } = await db
    .transaction()
    .execute((trx) => followBatch({ db: trx, secrets }))
  if (waiting.length === 0) return hasMore
  // Those that wait are the last ones that are due by now, and find their documents judged.
  return makeDocumentSets({ db, secrets }, waiting, AbortSignal.timeout(longestJudgingMs))
}

interface Followed {
  readonly hasMore: boolean
  /** Terminals whose documents are to be judged first. */
  readonly waiting: readonly string[]
}

async function followBatch(store: ParamStore): Promise<Followed> {
  const { rows } = await sql<{
    deviceId: string
    isNow: boolean
  }>`delete from param_due where id = any(array(
      select id from param_due order by id limit ${atOnce} for update skip locked))
    returning device_id, is_now`.execute(store.db)
  const isWhole = rows.length === atOnce
  // What is found is not forgotten before it is named.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('param_set', 0))`.execute(store.db)
  const deviceIds = [...new Set(rows.map(({ deviceId }) => deviceId))].toSorted()
  const now = new Set(rows.flatMap(({ deviceId, isNow }) => (isNow ? [deviceId] : [])))
  if (deviceIds.length === 0) return { hasMore: false, waiting: [] }
  const { waiting, late } = await followTerminals(store, deviceIds, now)
  const isLate = late > 0
  atOnce = isLate ? Math.ceil(deviceIds.length / 2) : Math.min(2 * atOnce, batchSize)
  // Whoever asks so much of his terminals keeps nobody else's from being brought what is found.
  return { hasMore: isWhole && !isLate, waiting }
}

/**
 * What these terminals should have now. Those that get documents which were not judged yet keep the ones they have,
 * and are due again: they are answered. Those for which there is no time keep all that they have, and are due again.
 */
export async function followTerminals(
  store: ParamStore & { readonly fillingMs?: number | undefined },
  all: readonly string[],
  now: ReadonlySet<string>,
): Promise<{ readonly waiting: readonly string[]; readonly late: number }> {
  const { db, fillingMs = longestFillingMs } = store
  // Of two who look at the same terminal at once the later one sees what the earlier one found.
  await sql`select from device where id = any(${idList(all)}) order by id for no key update`.execute(
    db,
  )
  const kinds = await findKinds(db, all)
  const forms = openForms(store)
  // For one alone there is always time: what it takes is bounded.
  const turn = openTurn(all.length === 1 ? Infinity : fillingMs)
  const sets = await findSets({ ...store, forms, turn }, kinds)
  const looked: Found[] = []
  const late = new Set<string>()
  for (const [no, kind] of kinds.entries()) {
    const set = sets[no]
    const held = set ? await heldBy({ ...store, forms, turn }, kind, set) : []
    looked.push(...held)
    const known = new Set(held.flatMap((one) => one.deviceIds))
    for (const id of kind.deviceIds) if (!known.has(id)) late.add(id)
  }
  const deviceIds = all.filter((id) => !late.has(id))
  const found = without(looked, late)
  const { sets: documents, waiting } = await findDocumentSets(store, deviceIds)
  for (const { kind, set } of documents)
    if (set.hash) found.push(sameOf({ appId: kind.codeId, ...kind }, set, set.hash))
  await writeFound(db, { deviceIds, found, now, waiting })
  await judgeTerminals(db, deviceIds)
  const again = [...waiting, ...late]
  if (again.length > 0)
    await sql`insert into param_due (device_id, is_now) select id, id = any(${idList([...now])})
      from unnest(${idList(again)}) id`.execute(db)
  return { waiting, late: late.size }
}

/** What was found, but for terminals of which not all was. */
const without = (found: Found[], late: ReadonlySet<string>): Found[] =>
  late.size === 0
    ? found
    : found.flatMap(({ deviceIds, ...one }) => {
        const left = deviceIds.filter((id) => !late.has(id))
        return left.length === 0 ? [] : [{ ...one, deviceIds: left }]
      })

/** All terminals of a kind get the same. */
const sameOf = (
  { appId, deviceIds }: Pick<Kind, 'appId' | 'deviceIds'>,
  set: KeptSet,
  hash: Buffer,
): Found => ({
  deviceIds,
  appId,
  setId: set.id,
  hash,
  variables: null,
  sealed: null,
  unresolved: set.faults,
})

interface FormStore extends ParamStore {
  readonly forms: (revisionId: string) => Promise<Form>
  readonly turn: Turn
}

/** What the terminals of a kind get: all the same, unless variables are in it; nothing of those for whom there is no time. */
async function heldBy(store: FormStore, kind: Kind, set: KeptSet): Promise<Found[]> {
  const { appId } = kind
  if (set.hash) return [sameOf(kind, set, set.hash)]
  const written = await readSet(store, set.id)
  const form = await store.forms(kind.templateRevId)
  const told = await variablesFor(store, kind, set.keys)
  const found: Found[] = []
  for (const id of kind.deviceIds) {
    const variables = told.get(id) ?? none
    const one = await store.turn.take(() =>
      heldOf(store, { id, appId, set, written, form, variables }),
    )
    if (one) found.push(one)
  }
  return found
}

const none: Variables = { plain: {}, secret: {}, files: [] }

interface One {
  readonly id: string
  readonly appId: string
  readonly set: KeptSet
  readonly written: readonly Written[]
  readonly form: Form
  readonly variables: Variables
}

/** What one terminal gets, whose variables are filled in. */
function heldOf(
  { secrets }: Pick<ParamStore, 'secrets'>,
  { id, appId, set, written, form, variables }: One,
): Found {
  const { plain, secret } = variables
  const filled = fill(written, variables, form)
  const content = withoutTypedFiles(filled, { written, form, variables })
  const hasSecrets = Object.keys(secret).length > 0
  const sealed = hasSecrets
    ? secrets.seal(Buffer.from(JSON.stringify(secret)), sealedFor(id, appId))
    : null
  return {
    deviceIds: [id],
    appId,
    setId: set.id,
    hash: hashOf(content.values),
    variables: plain,
    sealed,
    unresolved: form.breached(content),
  }
}

/** What secret variables of a terminal are sealed for. */
export const sealedFor = (deviceId: string, appId: string): string =>
  `param.variables:${deviceId}:${appId}`
