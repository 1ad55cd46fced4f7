import { run, tool } from './run.mjs'

/** Biome's formatter over the whole tree; `fix` writes instead of complaining. */
export async function format(root, { fix = false } = {}) {
  const { code, output, errors } = await run(root, [
    tool('biome'),
    'format',
    '--max-diagnostics=50',
    '--reporter=summary',
    ...(fix ? ['--write'] : []),
    '.',
  ])
  const counted = /(?:Checked|Formatted) (\d+) files?/.exec(output + errors)
  return {
    ok: code === 0 && counted !== null,
    says: `${counted?.[1] ?? 'no'} files`,
    details: `${output}${errors}\nnpm run check -- --fix writes the format`,
  }
}
