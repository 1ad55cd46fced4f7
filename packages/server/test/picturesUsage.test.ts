import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/pictures.mjs', import.meta.url))

it('says how pictures are asked for, and takes none', () => {
  const said = execFileSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
  expect(said).toMatch(/^npm run pictures/)
  expect(said).toContain('--only workbench')
  expect(said).not.toContain('import')
})
