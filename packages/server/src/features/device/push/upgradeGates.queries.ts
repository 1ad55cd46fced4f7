import { type PushKind, type UpgradePart, upgradeParts } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { versionsOf } from '../filter/lookup.ts'

/** What an upgrade says of itself that the platform judges by. */
const upgradeArgs = z.object({
  upgrade: z.object({
    part: z.enum(upgradeParts),
    version: z.string(),
    from: z.optional(z.array(z.string())),
    freeMb: z.optional(z.int()),
  }),
  opt: z.object({ downgrade: z.optional(z.boolean()) }),
  gate: z.object({
    versionId: z.string(),
    modelIds: z.array(z.string()),
    hardware: z.array(z.string()),
    forbiddenFrom: z.array(z.string()),
    /** Versions of the same part that are brought before it: it is put upon these, not upon what runs now. */
    comesAfter: z.optional(z.array(z.string())),
    minAgent: z.nullable(z.string()),
    needs: z.array(z.object({ kind: z.enum(upgradeParts), version: z.string() })),
  }),
})

/** A condition over `device` under which it is passed by, and the code that says so. */
interface Gated {
  readonly when: Condition
  readonly code: string
}

/** What U-INFO says last, over `device`. */
const told = (member: RawBuilder<unknown>) =>
  sql<string | null>`(select told.document ${member} from device_snapshot told
    where told.device_id = device.id and told.kind = 'info')`

/** The version of a part that a terminal runs, over `device`; null: nobody knows. */
export function runningVersion(part: UpgradePart): RawBuilder<string | null> {
  if (part === 'FIRMWARE') return sql`device.firmware`
  if (part === 'AGENT') return sql`device.agent_version`
  return told(sql`#>> array['parts', ${part}::text]`)
}

/** Whether a terminal runs a version of a part, over `device`: an index says which do, nobody's document is read. */
export function runsVersion(part: UpgradePart, version: string): RawBuilder<SqlBool> {
  if (part !== 'FIRMWARE' && part !== 'AGENT')
    return sql<SqlBool>`device.id in (select found.device_id from device_part found
      where found.kind = ${part} and found.value = ${version})`
  const column = part === 'FIRMWARE' ? sql`found.firmware` : sql`found.agent_version`
  return sql<SqlBool>`device.id in (select found.id from device_version found
    where ${column} = ${version})`
}

/** What runs before an upgrade replaces it, over `device`. */
export const runningBefore = ({
  kind,
  args,
}: {
  readonly kind: PushKind
  readonly args: object
}): RawBuilder<string | null> =>
  kind === 'UPGRADE'
    ? runningVersion(z.parse(upgradeArgs, args).upgrade.part)
    : sql<string | null>`null::text`

/** Why a terminal is not brought an upgrade, or need not be: over `device`, the first that holds counts. */
export async function upgradeGates(
  db: Context['db'],
  kind: PushKind,
  args: object,
): Promise<Gated[]> {
  if (kind !== 'UPGRADE') return []
  const { upgrade, opt, gate } = z.parse(upgradeArgs, args)
  const { part, version, from, freeMb } = upgrade
  const running = runningVersion(part)
  const gates = [
    {
      when: sql<SqlBool>`not device.model_id = any(${gate.modelIds}::uuid[])`,
      code: 'I205',
    },
    ...ofHardware(gate.hardware),
    { when: sql<SqlBool>`${running} is not distinct from ${version}::text`, code: 'I202' },
    ...ofJump(running, { from, forbiddenFrom: gate.forbiddenFrom, comesAfter: gate.comesAfter }),
    ...(opt.downgrade
      ? []
      : [{ when: await runs(db, { part, than: version, op: '>' }), code: 'I203' }]),
    ...(await ofAgent(db, gate.minAgent)),
    ...gate.needs.map((need) => ({
      when: sql<SqlBool>`(version_key(${runningVersion(need.kind)}) >= version_key(${need.version})) is not true`,
      code: 'I209',
    })),
    ...ofSpace(freeMb),
  ]
  if (await isWithdrawn(db, gate.versionId))
    gates.unshift({ when: sql<SqlBool>`true`, code: 'S605' })
  return gates
}

/** A terminal that does not say which revision it is may be any. */
const ofHardware = (hardware: readonly string[]): Gated[] =>
  hardware.length === 0
    ? []
    : [
        {
          when: sql<SqlBool>`(${told(sql`->> 'hw'`)} <> all(${[...hardware]}::text[])) is true`,
          code: 'I205',
        },
      ]

interface Jump {
  readonly from: readonly string[] | undefined
  readonly forbiddenFrom: readonly string[]
  readonly comesAfter: readonly string[] | undefined
}

/** What is put upon a version, or must not come after one. */
function ofJump(
  now: RawBuilder<string | null>,
  { from, forbiddenFrom, comesAfter }: Jump,
): Gated[] {
  const former = comesAfter?.at(-1)
  const running = former === undefined ? now : sql`${former}::text`
  const gates: Gated[] = []
  if (from)
    gates.push({
      when: sql<SqlBool>`(${running} = any(${[...from]}::text[])) is not true`,
      code: 'I208',
    })
  if (forbiddenFrom.length > 0)
    gates.push({
      when: sql<SqlBool>`(${running} = any(${[...forbiddenFrom]}::text[])) is true`,
      code: 'I208',
    })
  return gates
}

/** The terminal runs a newer one, or an older one, over `device`; what cannot be compared is neither. */
async function runs(
  db: Context['db'],
  { part, than, op }: { readonly part: UpgradePart; readonly than: string; readonly op: '>' | '<' },
): Promise<Condition> {
  const running = runningVersion(part)
  const sign = op === '>' ? sql`>` : sql`<`
  if (part !== 'FIRMWARE' && part !== 'AGENT')
    return sql<SqlBool>`version_key(${running}) ${sign} version_key(${than})`
  // Those that are counted are compared once each: once a terminal takes a hundred times as long as all else.
  const { rows } = await sql<{ version: string }>`
    select version from unnest(${await versionsOf(db, part)}::text[]) as version
    where version_key(version) ${sign} version_key(${than})`.execute(db)
  return sql<SqlBool>`${running} = any(${rows.map(({ version }) => version)}::text[])`
}

async function ofAgent(db: Context['db'], minAgent: string | null): Promise<Gated[]> {
  if (minAgent === null) return []
  return [{ when: await runs(db, { part: 'AGENT', than: minAgent, op: '<' }), code: 'C401' }]
}

/** As the terminal has told last; the terminal itself looks again. */
const ofSpace = (freeMb: number | undefined): Gated[] =>
  freeMb === undefined
    ? []
    : [
        {
          when: sql<SqlBool>`exists (select from device_state state where state.device_id = device.id
            and state.free_mb < ${freeMb})`,
          code: 'D107',
        },
      ]

/** Whether nobody is to be given it any more. */
async function isWithdrawn(db: Context['db'], versionId: string): Promise<boolean> {
  const { rows } = await sql`select from upgrade_version where id = ${versionId}
    and deleted_at is null and status = 1 and state = 'ONLINE'`.execute(db)
  return rows.length === 0
}
