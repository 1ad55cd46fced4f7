import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildOf } from '../terminal/identity.ts'
import { readEstate } from './estateFile.ts'

it('says which versions a terminal was made with; the rest of it is drawn as ever', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-estate-'))
  const path = join(folder, 'estate.json')
  const plain = { sn: 'T-00001', model: 'aurora-a8', vendor: 'northlight', token: 'x' }
  const versions = {
    FIRMWARE: 'aurora-a8-4.1.7',
    AGENT: '3.0.70',
    SP: 'sp-4.1',
    PATCH: '2026-06-05',
  }
  await writeFile(path, JSON.stringify({ terminals: [{ ...plain, versions }, plain] }))
  const { terminals } = await readEstate(path)
  await rm(folder, { recursive: true })
  const [said, drawn] = terminals.map((terminal) => buildOf(terminal, '1'))
  expect(said).toEqual({
    ...drawn,
    firmware: 'aurora-a8-4.1.7',
    agentVersion: '3.0.70',
    parts: { ...drawn?.parts, SP: 'sp-4.1' },
    patch: '2026-06-05',
  })
})
