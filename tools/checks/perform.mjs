import { availableParallelism } from 'node:os'

const shownLines = 60

/**
 * Runs the checks, two at a time, or one by one when they may write: those must not meet in a file.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function performAll(root, checks, { fix }) {
  const waiting = [...checks]
  const tally = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await perform(root, check, { fix })) tally.passed++
      else tally.failed++
    }
  }
  const workers = fix ? 1 : Math.min(2, availableParallelism())
  await Promise.all(Array.from({ length: workers }, worker))
  return tally
}

async function perform(root, { name, check }, options) {
  const started = performance.now()
  const { ok, says, details } = await check(root, options).catch(broken)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${says}  (${seconds} s)`)
  if (!ok) console.log(excerpt(details ?? ''))
  return ok
}

/** A check that breaks has failed; the others still have their say. */
const broken = (error) => ({ ok: false, says: 'broke', details: error.stack })

/** The first lines of a long complaint say what to do; the rest comes back when they are cured. */
function excerpt(details) {
  const lines = details.trim().split('\n')
  const more = lines.length - shownLines
  const shown = more > 0 ? [...lines.slice(0, shownLines), `… and ${more} more lines`] : lines
  return `${shown.map((line) => `     ${line}`).join('\n')}\n`
}
