import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Artifact } from '@muster/contract/protocol'
import { moveWhole } from './disk.ts'
import { fetchFile, hashOf, sizeOf } from './download.ts'
import { partOf } from './leftovers.ts'
import { type Ended, failed, type Going, refused, success, type Tools } from './tools.ts'

/** Fetches a file, compares it with its hash, and puts it in the place of what was there, at once. */
export async function putFile(
  path: string,
  artifact: Artifact | undefined,
  { tools, going }: { readonly tools: Tools; readonly going: Going },
): Promise<Ended> {
  const { files: folder } = tools.config
  if (folder === undefined) return refused('C402')
  if (!artifact) return refused('C403')
  const place = placeIn(folder, path)
  if (place === null) return refused('C403')
  const done: Ended = { ...success, result: { path, bytes: artifact.size } }
  // It was put there before the power failed.
  if (sizeOf(place) === artifact.size && (await hashOf(place)) === artifact.sha256) return done
  const part = partOf(place, going.item)
  const code = await download(artifact, part, { tools, going })
  if (code !== null) return failed(code)
  going.say({ state: 'RUNNING', step: 'VERIFIED', pct: 100, bytes: artifact.size })
  moveWhole(part, place)
  return done
}

/** Fetches a file of some work, and tells how far it is; null: it is there, else the code. */
export function download(
  artifact: Artifact,
  path: string,
  { tools, going }: { readonly tools: Tools; readonly going: Going },
): Promise<string | null> {
  const { config, sn, prove } = tools
  const { say, signal } = going
  const said = (bytes: number) => ({
    state: 'RUNNING' as const,
    step: 'DOWNLOADING' as const,
    pct: Math.floor((100 * bytes) / Math.max(1, artifact.size)),
    bytes,
  })
  say(said(sizeOf(path)))
  return fetchFile({
    platform: config.server,
    sn,
    prove,
    artifact,
    path,
    signal,
    kbps: () => tools.downloads().kbps ?? 0,
    progress: (bytes, kbps) => say({ ...said(bytes), kbps }),
  })
}

/** Where a file goes; null: that would lead out of the folder, by a link for instance. */
function placeIn(folder: string, path: string): string | null {
  const place = join(folder, path)
  mkdirSync(folder, { recursive: true })
  const root = realpathSync(folder)
  for (let parent = dirname(path), at = folder; ; ) {
    const [first = '', ...rest] = parent.split('/')
    if (first === '' || first === '.') break
    at = join(at, first)
    mkdirSync(at, { recursive: true })
    if (!`${realpathSync(at)}${sep}`.startsWith(`${root}${sep}`)) return null
    parent = rest.join('/')
  }
  return place
}
