import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDemoApps, readGiver } from '../features/demo/apps/demoApps.ts'
import { demoInstalled } from '../features/demo/apps/demoInventory.ts'
import { type DemoAccounts, makeDemoDevelopers } from '../features/demo/demoDevelopers.ts'
import { type DemoTerminal, makeDemoEstate } from '../features/demo/demoEstate.ts'
import { makeDemoFeatures } from '../features/demo/demoFeatures.ts'
import { makeDemoGroups } from '../features/demo/demoGroups.ts'
import { makeDemoDays } from '../features/demo/demoDays.ts'
import { makeDemoHistory } from '../features/demo/demoHistory.ts'
import { makeDemoLog } from '../features/demo/demoLog.ts'
import { makeDemoLogs } from '../features/demo/demoLogs.ts'
import { makeDemoProfiles } from '../features/demo/demoProfiles.ts'
import { makeDemoLives } from '../features/demo/demoLives.ts'
import { makeDemoRequests } from '../features/demo/demoRequests.ts'
import { demoVersions } from '../features/demo/demoRuns.ts'
import { makeDemoReports } from '../features/demo/demoReports.ts'
import { makeDemoRepairs } from '../features/demo/demoRepairs.ts'
import { makeDemoStations } from '../features/demo/demoStations.ts'
import type { Platform } from '../kit/context.ts'
import type { Stop } from './stop.ts'

const simulator = fileURLToPath(new URL('../../../simulator/src/bin/simulate.ts', import.meta.url))

/**
 * Makes the demo estate at the first start and lets its virtual terminals live: they run as a
 * process of their own and come in over MQTT like any other terminal. `url` is where this server
 * answers HTTP. Says how its developers come in. Answers what stops them.
 */
export async function startDemo(
  platform: Platform,
  url: string,
  say: (sentence: string) => void,
): Promise<Stop> {
  const { dataFolder, mqttPort, nats } = platform.env
  const file = join(dataFolder, 'demo-estate.json')
  const accounts = await makeOnce(platform, file)
  if (accounts) say(toldOf(accounts))
  if (!existsSync(file)) {
    platform.log.warn('There are terminals already: the demo adds none.')
    return async () => undefined
  }
  const state = join(dataFolder, 'demo-terminals')
  const words = [
    '--estate',
    file,
    // Files and speed tests go over HTTP whatever the broker is.
    '--url',
    url,
    ...(nats ? [] : ['--mqtt', `mqtt://127.0.0.1:${mqttPort}`]),
    '--state',
    state,
    '--scenario',
    'demo',
    '--quiet',
  ]
  const fleet = spawn(process.execPath, ['--max-semi-space-size=8', simulator, ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  fleet.on('error', (error) => platform.log.warn({ err: error }, 'the demo fleet has trouble'))
  return async () => {
    if (fleet.exitCode !== null || fleet.signalCode !== null) return
    fleet.kill('SIGTERM')
    await once(fleet, 'exit')
  }
}

const toldOf = ({ userNames, oneTimePassword }: DemoAccounts): string => {
  const users = userNames.map((name) => `"${name}"`).join(', ')
  const password =
    oneTimePassword === null
      ? 'the password of MUSTER_ADMIN_PASSWORD'
      : `one-time password "${oneTimePassword}" (shown only now)`
  return `Developers of the demo sign in: users ${users}, ${password}`
}

/** The estate, where there is none, and the file that tells the fleet of its terminals. Answers how developers come in, at the first start. */
async function makeOnce(platform: Platform, file: string): Promise<DemoAccounts | null> {
  const terminals = await makeDemoEstate(platform.db)
  if (!terminals) return null
  // It holds enrolment keys: for nobody but us.
  const keep = (known: readonly DemoTerminal[]) =>
    writeFileSync(file, JSON.stringify({ terminals: known }), { mode: 0o600 })
  keep(terminals)
  const accounts = await enliven(platform)
  const installed = await demoInstalled(platform.db)
  const versions = await demoVersions(platform.db)
  keep(
    terminals.map((terminal) => ({
      ...terminal,
      apps: installed.get(terminal.sn) ?? [],
      versions: versions.get(terminal.sn),
    })),
  )
  return accounts
}

/** What a month of work leaves behind: stations, history, profiles, tickets and the like. */
async function enliven(platform: Platform): Promise<DemoAccounts> {
  await makeDemoStations(platform.db)
  await makeDemoHistory(platform.db)
  await makeDemoProfiles(platform.db)
  await makeDemoLives(platform.db)
  await makeDemoRepairs(platform.db)
  await makeDemoFeatures(platform.db)
  await makeDemoGroups(platform.db)
  const accounts = await makeDemoDevelopers(platform)
  await makeDemoRequests(platform.db)
  await makeDemoApps(platform)
  await makeDemoDays(platform.db)
  await makeDemoLog(platform.db)
  const giver = await readGiver(platform.db)
  await makeDemoReports(platform.db, giver)
  await makeDemoLogs(platform, giver)
  return accounts
}
