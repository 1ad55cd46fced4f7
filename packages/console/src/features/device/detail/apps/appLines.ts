import type { EffectiveApp, InstalledAppRow, KnownApp, orgApks, ReplyOf } from '@muster/contract'

/** An application of a terminal: installed, or wanted by a policy. */
export interface AppLine {
  readonly package: string
  readonly installed: InstalledAppRow | null
  readonly known: Pick<KnownApp, 'appId' | 'name' | 'icon'> | null
  readonly held: EffectiveApp | null
  /** The version that may be brought to it now; null: it has it, or there is none. */
  readonly update: { readonly apkId: string; readonly versionName: string } | null
  readonly mayRemove: boolean
}

/** What is installed, with what the platform knows of it, after what is wanted and not there. */
export function appLines(
  installed: readonly InstalledAppRow[],
  told: ReplyOf<typeof orgApks.effective> | undefined,
): readonly AppLine[] {
  const held = new Map(told?.apps.map((app) => [app.package, app]))
  const known = new Map(told?.known.map((app) => [app.package, app]))
  const there = new Set(installed.map((app) => app.package))
  const lacking = [...held.values()].filter(
    (app) => app.policy === 'MANDATORY' && !there.has(app.package),
  )
  return [
    ...lacking.map((app) => lineOf({ package: app.package, installed: null, held: app })),
    ...installed.map((app) =>
      lineOf({
        package: app.package,
        installed: app,
        held: held.get(app.package) ?? null,
        known: known.get(app.package) ?? null,
      }),
    ),
  ]
}

interface Parts extends Pick<AppLine, 'package' | 'installed' | 'held'> {
  readonly known?: KnownApp | null
}

function lineOf({ known = null, ...line }: Parts): AppLine {
  const { held, installed } = line
  const named = held && { appId: held.appId, name: held.appName, icon: held.icon }
  return {
    ...line,
    known: known ?? named,
    update: updateOf({ known, held, installed }),
    mayRemove: installed !== null && installed.source !== 'SYSTEM' && held?.policy !== 'MANDATORY',
  }
}

/** What a policy wants comes before what is online. */
function updateOf({ known, held, installed }: Omit<Required<Parts>, 'package'>): AppLine['update'] {
  if (held?.policy === 'PROHIBITED' || held?.standing === 'UNFIT') return null
  if (
    held?.wantedId &&
    held.wantedName &&
    (held.standing === 'MISSING' || held.standing === 'OUTDATED')
  )
    return { apkId: held.wantedId, versionName: held.wantedName }
  const online = known?.online
  if (held || !online || !installed || online.versionCode <= installed.versionCode) return null
  return online
}
