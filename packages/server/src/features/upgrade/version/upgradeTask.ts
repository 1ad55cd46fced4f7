import { compareVersions, upgradeParts, type UpgradePart } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { nameableVersions } from '../../device/index.ts'

/** What an upgrade leaves to the terminal, beside what its version says. */
export interface UpgradeOptions {
  /** When it may install, in its own time. */
  readonly win?: readonly { readonly d?: number[]; readonly f: string; readonly t: string }[]
  readonly wifiOnly?: boolean
  /** What is larger waits for Wi-Fi or cable; to the terminal it is {@link wifiOnly}. */
  readonly meteredMb?: number
  /** It is sent on blackout days, too. */
  readonly inBlackout?: true
  /** Percent; where it is not said, what the version says. */
  readonly minBat?: number
  readonly charger?: boolean
  readonly idle?: boolean
  readonly ask?: boolean
  readonly maxRefuse?: number
  readonly force?: boolean
  /** Epoch milliseconds from which on it waits for nothing but Wi-Fi and battery. */
  readonly deadline?: number
  /** It may take the place of a newer version. */
  readonly downgrade?: boolean
  /** What is brought before it: what that brings need not be there yet. */
  readonly before?: readonly Brought[]
}

interface Brought {
  readonly part: UpgradePart
  readonly versionName: string
}

/** A version as a push wants it. */
interface UpgradeTask {
  readonly kind: 'UPGRADE'
  readonly title: string
  readonly args: object
  readonly part: UpgradePart
  readonly versionName: string
}

interface Version {
  readonly id: string
  readonly kind: UpgradePart
  readonly name: string
  readonly versionName: string
  readonly modelIds: readonly string[]
  readonly isDiff: boolean
  readonly fromVersions: readonly string[]
  readonly forbiddenFrom: readonly string[]
  readonly hardware: readonly string[]
  readonly minAgent: string | null
  readonly minBattery: number
  readonly needReboot: boolean
  readonly needIdle: boolean
  readonly freeSpaceMb: number | null
  readonly needs: unknown
  readonly bytes: number
  readonly sha256: string
  readonly fileName: string
}

/** Whose sight counts where a version is named. */
type Named = Pick<Context, 'db' | 'principal'>

const need = z.object({ kind: z.enum(upgradeParts), version: z.string() })
const megabyte = 1_048_576

/** A version as a push brings it; null: it is not online, or not for this caller. */
export async function upgradeTask(
  { db, principal }: Named,
  versionId: string,
  options: UpgradeOptions = {},
): Promise<UpgradeTask | null> {
  const { rows } = await sql<Version>`select * from upgrade_version_row where id = ${versionId}
    and state = 'ONLINE' and status = 1 and deleted_at is null
    and ${nameableVersions.rows(principal)}`.execute(db)
  const [version] = rows
  if (!version) return null
  const { kind: part, versionName } = version
  const title = `${version.name} ${versionName}`.slice(0, 64).toWellFormed()
  return { kind: 'UPGRADE', title, args: argsOf(version, title, options), part, versionName }
}

function argsOf(version: Version, title: string, options: UpgradeOptions): object {
  const { bytes: size, sha256, fileName: name, isDiff, fromVersions } = version
  const minBat = Math.max(version.minBattery, options.minBat ?? 0)
  const { meteredMb, inBlackout, before = [], ...told } = options
  const comesAfter = before.flatMap(({ part, versionName }) =>
    part === version.kind ? [versionName] : [],
  )
  const isLarge = meteredMb !== undefined && size > meteredMb * megabyte
  const wifiOnly = options.wifiOnly || isLarge
  const opt = { ...told, wifiOnly, minBat, idle: version.needIdle || options.idle }
  return {
    title,
    artifact: { size, sha256, name },
    upgrade: {
      part: version.kind,
      version: version.versionName,
      ...(isDiff && { from: fromVersions }),
      freeMb: version.freeSpaceMb ?? Math.ceil((2 * size) / megabyte),
      reboot: version.needReboot,
    },
    opt: Object.fromEntries(
      Object.entries(opt).filter(([, value]) => value !== false && value !== undefined),
    ),
    // What the platform itself judges by, before anything is sent.
    gate: {
      versionId: version.id,
      modelIds: version.modelIds,
      hardware: version.hardware,
      forbiddenFrom: version.forbiddenFrom,
      minAgent: version.minAgent,
      needs: z.parse(z.array(need), version.needs).filter((needed) => !isBrought(needed, before)),
      ...(comesAfter.length > 0 && { comesAfter }),
      ...(inBlackout && { inBlackout }),
    },
  }
}

const isBrought = (needed: z.output<typeof need>, before: readonly Brought[]): boolean =>
  before.some(
    ({ part, versionName }) =>
      part === needed.kind && (compareVersions(versionName, needed.version) ?? -1) >= 0,
  )
