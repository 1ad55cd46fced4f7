import { run, tool } from './run.mjs'

/** knip: files, exports and dependencies that nothing uses, and used ones that nobody declares. */
export async function dead(root) {
  const command = [tool('knip'), '--no-progress', '--no-config-hints', '--config', 'knip.json']
  const { code, output, errors } = await run(root, command)
  const faults = output
    .split('\n')
    .filter((line) => /^\S.*\S\s*$/.test(line) && !/\(\d+\)$/.test(line))
  return { ok: code === 0, says: `${faults.length} faults`, details: output + errors }
}
