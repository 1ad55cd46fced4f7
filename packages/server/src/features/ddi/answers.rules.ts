import type { UpgradePart } from '@muster/contract'

/** What hawkBit calls the parts that clients know; the others keep their own names. */
const parts: Partial<Record<UpgradePart, string>> = { FIRMWARE: 'os', AGENT: 'bApp' }

/** Time between two polls, as clients read it; they take no more than a day. */
export function sleepOf(seconds: number): string {
  const whole = Math.min(Math.max(1, Math.round(seconds)), 86_399)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return [hours, minutes, whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Where a client finds what it asked for. `base`: of this very client. */
export interface Place {
  readonly base: string
}

type Links = Readonly<Record<string, { readonly href: string }>>

export interface BaseFacts {
  readonly base: () => string
  readonly sleepSeconds: number
  readonly asksAttributes: boolean
  /** What it is to do, or to leave be. */
  readonly action: { readonly number: number; readonly isCalledOff: boolean } | null
}

/** The answer to a poll: a link stands for something that waits, and there is none for nothing. */
export function baseOf({ base, sleepSeconds, asksAttributes, action }: BaseFacts): object {
  const config = { polling: { sleep: sleepOf(sleepSeconds) } }
  if (!action && !asksAttributes) return { config }
  const kind = action?.isCalledOff ? 'cancelAction' : 'deploymentBase'
  const links: Links = {
    ...(action && { [kind]: { href: `${base()}/${kind}/${action.number}` } }),
    ...(asksAttributes && { configData: { href: `${base()}/configData` } }),
  }
  return { config, _links: links }
}

export interface ArtifactFacts extends Place {
  readonly number: number
  readonly name: string
  readonly bytes: number
  readonly hashes: { readonly sha1: string; readonly md5: string; readonly sha256: string }
}

/** Where the file of an action is. */
const artifactPath = (number: number, name: string): string =>
  `/softwaremodules/${number}/artifacts/${encodeURIComponent(name)}`

export function artifactOf({ base, number, name, bytes, hashes }: ArtifactFacts): object {
  const href = `${base}${artifactPath(number, name)}`
  const [download, md5sum] = [{ href }, { href: `${href}.MD5SUM` }]
  // Clients that know no TLS look for the second pair only.
  const plain = base.startsWith('http:') ? { 'download-http': download, 'md5sum-http': md5sum } : {}
  return { filename: name, hashes, size: bytes, _links: { download, md5sum, ...plain } }
}

export interface DeploymentFacts {
  readonly number: number
  readonly isForced: boolean
  readonly part: UpgradePart
  readonly version: string
  readonly title: string
  readonly artifact: ArtifactFacts
}

export function deploymentOf(facts: DeploymentFacts): object {
  const handling = facts.isForced ? 'forced' : 'attempt'
  const chunk = {
    part: parts[facts.part] ?? facts.part.toLowerCase(),
    version: facts.version,
    name: facts.title,
    artifacts: [artifactOf(facts.artifact)],
  }
  return {
    id: String(facts.number),
    deployment: { download: handling, update: handling, chunks: [chunk] },
  }
}

export const cancelOf = (number: number): object => ({
  id: String(number),
  cancelAction: { stopId: String(number) },
})

/** Nobody at such a terminal is asked: what it is given is confirmed. */
export const confirmation = { autoConfirm: { active: true } } as const
