import {
  codes,
  type ParamDict,
  paramDicts,
  paramDictsPath,
  type ParsedOf,
  placeholdersOf,
} from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import type { Context, Platform } from '../../../kit/context.ts'
import type { Stored } from '../../../kit/record.ts'
import { type Bin, holding, recycleBin } from '../../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { isPattern, matchesPattern } from '../../../platform/pattern.ts'
import { saidFrom } from '../saidFrom.ts'
import { strayOf } from './dict.queries.ts'
import { faultOfDict, type JudgedDict } from './dict.rules.ts'
import { requireOwnDefault, requireOwnDefaults } from './everybody.ts'
import { faultsOfParents } from './parents.ts'

type Json = Pick<ParamDict, 'titles' | 'items' | 'columns' | 'dependsOn'>
type Coded = Pick<ParamDict, 'dataType' | 'control' | 'accessLevel'>

const stored = recycleBin(paramDictsPath, 'paramDict', everyone)
/** The entries as the table has them. */
export const plain = holding<Json & Coded>()(stored)
type Kept = Awaited<ReturnType<typeof plain.find>>
type Written = ParsedOf<(typeof paramDicts)['add']>['body']
type Shown = Omit<ParamDict, 'status' | 'createdAt' | 'updatedAt'> &
  Stored &
  Pick<Kept, 'createdAt' | 'updatedAt' | 'deletedAt'>

const patterns = { isPattern, matches: matchesPattern }

/** The dictionary as forms have it: the default of a secret is told to nobody. */
export const dictBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => shown(await plain.find(ctx, id)),
  show: async (ctx, rows) => (await plain.show(ctx, rows)).map(shown),
  async add(ctx, values) {
    await saidFrom(ctx)
    await requireGood(ctx, values, null)
    const columns = columnsOf(ctx, values, null)
    await requireOwn(ctx, columns, null)
    const { id } = await stored.add(ctx, columns)
    return shown(await plain.find(ctx, id))
  },
  async update(ctx, values) {
    await saidFrom(ctx)
    // Each update call brings the whole form.
    const { id, version, ...form } = paramDicts.update.schemas.body.parse(values)
    const before = await plain.find(ctx, id)
    if (form.pid !== before.pid) throw fieldRefusal('pid', 'paramDict.fixedPid')
    await requireGood(ctx, form, before)
    const columns = columnsOf(ctx, form, before)
    await requireOwn(ctx, columns, before)
    await stored.update(ctx, { id, version, ...columns })
    return shown(await plain.find(ctx, id))
  },
  async setStatus(ctx, ids, status) {
    const set = await plain.setStatus(ctx, ids, status)
    await requireOwnDefaults(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    await saidFrom(ctx)
    const gone = await plain.remove(ctx, ids)
    await requireOwnDefaults(ctx, gone)
    const [needed] = await strayOf(ctx, gone)
    if (needed)
      throw new Refusal(codes.warning, 'paramDict.neededBy', { params: { name: needed.title } })
    return gone
  },
  async revert(ctx, ids) {
    await saidFrom(ctx)
    const back = await plain.revert(ctx, ids)
    await requireOwnDefaults(ctx, back)
    const [needing] = await strayOf(ctx, back)
    if (needing)
      throw new Refusal(codes.warning, 'paramDict.needs', { params: { pid: needing.parent } })
    return back
  },
}

const purposeOf = (pid: string): string => `param.dict:${pid}`

/** The default of a secret in clear; null: it has none. */
export const openDefault = (
  { secrets }: Pick<Platform, 'secrets'>,
  { pid, sealed }: Pick<Kept, 'pid' | 'sealed'>,
): string | null => (sealed ? secrets.open(sealed, purposeOf(pid)).toString() : null)

/** What a form says, as the columns have it. */
function columnsOf({ platform }: Context, form: Written, before: Kept | null) {
  const { secretDefault: _, items, columns, titles, dependsOn, ...rest } = form
  const given = givenDefault(form)
  const kept = before?.secret && form.secret ? before.sealed : null
  const seal = (text: string) => platform.secrets.seal(Buffer.from(text), purposeOf(form.pid))
  return {
    ...rest,
    // The driver takes lists for the database's own arrays: these go as text.
    items: JSON.stringify(items),
    columns: JSON.stringify(columns),
    titles: JSON.stringify(titles),
    dependsOn: dependsOn && JSON.stringify(dependsOn),
    defaultValue: form.secret ? null : given,
    sealed: form.secret && given !== null ? seal(given) : kept,
    names: form.secret || given === null ? [] : placeholdersOf(given),
  }
}

/** What the form says that is to be kept; of a secret what was typed, or what was plain before it became one. */
const givenDefault = ({ secret, secretDefault, defaultValue }: Written): string | null =>
  (secret ? (secretDefault ?? defaultValue) : defaultValue) || null

type Default = Pick<Kept, 'pid' | 'defaultValue' | 'sealed'>

/** Whoever changes a default changes what terminals get. */
async function requireOwn(ctx: Context, now: Default, before: Default | null): Promise<void> {
  const { pid } = now
  if (now.sealed !== (before?.sealed ?? null))
    await requireOwnDefault(ctx, { pid, field: 'secretDefault' })
  if (now.defaultValue !== (before?.defaultValue ?? null))
    await requireOwnDefault(ctx, { pid, field: 'defaultValue' })
}

async function requireGood(ctx: Context, form: Written, before: Kept | null): Promise<void> {
  // A plain member of the call is kept in logs: what is secret from now on must not come by it.
  if (form.secret && form.defaultValue !== null && form.defaultValue !== before?.defaultValue)
    throw fieldRefusal('defaultValue', 'paramDict.typeAsSecret')
  const judged: JudgedDict = { ...form, given: givenDefault(form) }
  const fault = faultOfDict(judged, patterns)
  const wrong = fault ?? (await faultsOfParents(ctx, [form])).at(0)
  if (wrong) throw fieldRefusal(wrong.field, wrong.key, wrong.params)
}

const shown = ({ sealed, names: _, ...row }: Kept): Shown => ({
  ...row,
  hasSecret: sealed !== null,
  secretDefault: null,
})
