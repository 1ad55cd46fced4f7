import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { filesIn, remove } from './disk.ts'
import type { Work } from './works.ts'

const downloadsOf = (state: string): string => join(state, 'downloads')

/** Where the package of a task lies until the task is over. */
export const packageOf = (state: string, item: string): string => join(downloadsOf(state), item)

/** Where a pushed file comes in: beside its place, as a file is moved at once on one disk only. */
export const partOf = (place: string, item: string): string =>
  join(dirname(place), `.${basename(place)}.${item}.part`)

/** For so long, in milliseconds, the next attempt may go on where a download broke. */
const patienceMs = 86_400_000

const broken = z.object({ code: z.enum(['D101', 'D104']) })
const pushed = z.object({ cmd: z.literal('PUSH_FILE'), args: z.object({ path: z.string() }) })

/** Removes what work that is over has fetched, unless another attempt at it may go on with that. */
export function sweep(
  works: readonly Work[],
  { state, files }: Pick<Config, 'state' | 'files'>,
  now: number,
): void {
  const latest = new Map(works.map((work) => [work.item, work]))
  const wanted = new Set(
    [...works.filter(({ stage }) => stage !== 'done'), ...latest.values()]
      .filter((work) => isWanted(work, now))
      .map(({ item }) => item),
  )
  const packages = filesIn(downloadsOf(state)).filter((path) => !wanted.has(basename(path)))
  const over = works.filter(({ item }) => !wanted.has(item))
  for (const path of packages) remove(path)
  for (const work of over) removePart(work, files)
}

/** Removes what a pushed file has come to, of work that nobody goes on with. */
export function removePart({ item, body }: Work, files: string | undefined): void {
  const { data } = pushed.safeParse(body)
  if (files === undefined || !data) return
  const part = partOf(join(files, data.args.path), item)
  if (existsSync(part)) remove(part)
}

function isWanted({ stage, last }: Work, now: number): boolean {
  if (stage !== 'done') return true
  if (last === null || !broken.safeParse(last.envelope.body).success) return false
  return now - last.envelope.ts < patienceMs
}
