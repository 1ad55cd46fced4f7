import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { mostUnpackedLog } from '@muster/contract/protocol'
import { expect, it } from 'vitest'
import { packLogs } from './logs.ts'

it('hands in no more than the platform unpacks, the newest lines of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-agent-logs-'))
  try {
    const path = join(folder, 'agent.log')
    const line = `2026-11-26T10:02:46 agent: ${'the same again '.repeat(8)}`
    const lines = Array.from({ length: 200_000 }, (_, place) => `${line}${place}`)
    await writeFile(path, `${lines.join('\n')}\n`)
    const wanted = { types: ['AGENT' as const], from: null, to: null, maxMB: 1 }
    const packed = await packLogs({ AGENT: { files: [path] } }, wanted)
    const text = gunzipSync(packed)
    // Packed it is small, and would be unpacked to more than what is taken.
    expect(text.length).toBeLessThanOrEqual(mostUnpackedLog(1))
    expect(text.toString().trimEnd().split('\n').at(-1)).toBe(lines.at(-1))
    expect(text.length).toBeGreaterThan(mostUnpackedLog(1) / 4)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
