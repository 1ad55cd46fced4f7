import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { terminalClock } from '@muster/terminal'
import * as z from 'zod/mini'
import { Agent } from '../agent.ts'
import {
  checkConfig,
  readConfig,
  readSettings,
  SetUpError,
  usualConfig,
  usualState,
} from '../config.ts'
import { writeWhole } from '../disk.ts'
import { enrol, selfOf } from '../enrol.ts'
import { readBeat, readInformation } from '../facts.ts'
import { keepIdentity, readIdentity } from '../identity.ts'
import { readNetwork } from '../network.ts'
import { readPrinted, readWords, usage, type Words } from '../words.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const manifest = fileURLToPath(new URL('../../package.json', import.meta.url))
const { version: agentVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(manifest, 'utf8')))

try {
  await main(readWords(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SetUpError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function main(words: Words): Promise<void> {
  if (words.help || words.command === 'help') return say(usage)
  const path = words.config ?? usualConfig()
  switch (words.command) {
    case 'enrol':
      return enrolAs(words, path)
    case 'run':
      return run(words, path)
    case 'facts':
      return tellFacts(path)
    case 'check':
      readConfig(path)
      return say(`${path} is in order.`)
    default:
      throw new SetUpError(`There is no command "${words.command}".\n\n${usage}`)
  }
}

/** Settings that exist are kept; what the command line says takes its place among them. */
async function enrolAs(words: Words, path: string): Promise<void> {
  const printed = readPrinted(words.qr)
  const { server = printed?.at, sn = printed?.sn, model, vendor } = words
  const said = Object.entries({ server, sn, model, vendor, state: words.state })
  const given = Object.fromEntries(said.filter(([, value]) => value !== undefined))
  const settings = { state: usualState(), ...readSettings(path), ...given }
  if (!('server' in settings))
    throw new SetUpError('--server is missing: the address of the platform.')
  const key = words.key ?? printed?.key
  if (!key) throw new SetUpError('--key is missing: an enrolment key of your organisation.')
  const config = checkConfig(settings, path)
  const how = { agentVersion, say, patience: Number(words.wait) || 0 }
  const identity = await enrol({ config, key, code: printed?.code, ...how })
  keepIdentity(config.state, identity)
  writeWhole(path, `${JSON.stringify(settings, null, 2)}\n`)
  say(`${identity.sn} is a terminal of ${identity.server} now. "run" keeps it there.`)
  say(`Its settings are in ${path}; the README of the agent says what there is to set.`)
}

async function run(words: Words, path: string): Promise<void> {
  const set = readConfig(path)
  const config = { ...set, poll: set.poll || words.poll }
  const identity = readIdentity(config.state)
  if (!identity)
    throw new SetUpError(`Not enrolled: ${config.state} holds no identity. "enrol" first.`)
  const end = new AbortController()
  const agent = new Agent({ config, identity, agentVersion, log: say, signal: end.signal })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void agent.stop().finally(() => end.abort()))
  await agent.run()
}

function tellFacts(path: string): void {
  const settings = { server: 'http://localhost', state: '/', ...readSettings(path) }
  const config = checkConfig(settings, path)
  const { system: root, state } = config
  const skewSeconds = terminalClock(0).skewSeconds()
  const facts = {
    ...selfOf(config),
    info: readInformation({ root, state, agentVersion, skewSeconds }),
    network: readNetwork(root),
    beat: readBeat({ root, state }),
  }
  say(JSON.stringify(facts, null, 2))
}
