import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readDown, readServerKey } from '@muster/terminal'

const inTree = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const document = readFileSync(inTree('docs/device-protocol.md'), 'utf8')
const examples = [...document.matchAll(/```text\n(.*?)\n```/gs)].map(([, text = '']) => text)
const example = (begin: string) => examples.find((text) => text.startsWith(begin)) ?? ''

describe('the written protocol', () => {
  it('says what the contract says, and so does its AsyncAPI file', () => {
    const generator = inTree('scripts/deviceProtocol.mjs')
    const run = spawnSync(process.execPath, [generator, '--check'], { encoding: 'utf8' })
    expect(`${run.stdout}${run.stderr}`).toBe('')
    expect(run.status).toBe(0)
  })

  it('has an example of a command that a terminal obeys', () => {
    const message = example('{"v":1,')
    const key = readServerKey(example('MCow'))
    expect(readDown(Buffer.from(message), 'SIM-00001', key)).toMatchObject({
      message: { type: 'cmd', body: { cmd: 'LOCATE' } },
    })
    const forged = message.replace('LOCATE', 'REBOOT')
    expect(readDown(Buffer.from(forged), 'SIM-00001', key)).toEqual({ fault: 'signature' })
    expect(readDown(Buffer.from(message), 'SIM-00002', key)).toEqual({ fault: 'signature' })
  })
})
