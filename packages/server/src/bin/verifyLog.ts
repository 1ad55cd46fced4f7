import { parseArgs } from 'node:util'
import { logAnchor } from '@muster/contract'
import { verifyActions } from '../features/log/index.ts'
import { readEnv } from '../platform/env.ts'
import { openPlatforms } from './platform.ts'
import { runningDatabase } from './runningDatabase.ts'

// Proves a range of the action log untouched, without a session: for whoever keeps the machine.
// Ends with 0 where it is whole, 1 where something was done to it, 2 where it could not be read.

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** From the beginning to now, where nothing else is said; without an anchor, a cut tail does not show. */
function proofOf(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { anchor: { type: 'string' } },
    allowPositionals: true,
  })
  const { anchor } = values
  if (anchor !== undefined && !logAnchor().safeParse(anchor).success)
    throw new Error('An anchor is written like 42:0f3a… (number and hash of a block)')
  const [from = '1970-01-01', to = new Date().toISOString()] = positionals
  const [first, last] = [new Date(from), new Date(to)]
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime()))
    throw new Error('A moment is written like 2026-11-20 or 2026-11-20T18:00:00Z')
  return { from: first.toISOString(), to: last.toISOString(), anchor }
}

try {
  const proof = proofOf(process.argv.slice(2))
  const env = readEnv({ ...process.env, LOG_LEVEL: 'silent' }, [])
  const { platform, close } = await openPlatforms(env, {
    url: runningDatabase(env),
    directUrl: null,
  })
  const { blocks, entries, waiting, faults } = await verifyActions(platform, proof)
  await close()
  for (const { kind, seq, sealedAt, entryId } of faults)
    say(`block ${seq} (${sealedAt ?? 'gone'}): ${kind}${entryId ? ` ${entryId}` : ''}`)
  say(`${entries} entries in ${blocks} blocks, ${waiting} not sealed yet, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  say(
    `The action log cannot be read: ${error instanceof Error ? error.message : String(error)}. Does Muster run, and are DATABASE_URL or MUSTER_DATA its own?`,
  )
  process.exitCode = 2
}
