import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPath, headers, languages, site } from '@muster/contract'
import { expect, it } from 'vitest'

const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')

it('asks ahead for what main.tsx asks for, under the same addresses', () => {
  expect(boot).toContain(`ask('${site.init.path}')`)
  const pack = fillPath(languages.frontPack.path, { code: 'en' }).replace(/en$/, '')
  expect(boot).toContain(`ask('${pack}' + encodeURIComponent(language))`)
  expect(boot).toContain(`headers: { ${headers.language}: language }`)
})
