import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embeddedPostgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { dropDatabase } from './testDatabase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this run and its migrated template, and a folder that goes with the run. */
    testServer: { url: string; ownerUrl: string; template: string; scratch: string }
  }
}

/**
 * One PostgreSQL for the whole run with one migrated template database: an embedded one in a
 * temporary folder, or the one of MUSTER_TEST_DATABASE_URL, whose user must be allowed to create
 * databases; MUSTER_TEST_OWNER_URL names a superuser there. And the temporary folder of all tests: what
 * one that failed has left behind goes with the run. Returns the teardown.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer(process.env.MUSTER_TEST_DATABASE_URL)
  const template = `muster_test_${process.pid}_${Date.now()}`
  await run(server.url, `create database ${template}`)
  await migrate(urlOf(server.url, template))
  const scratch = await newFolder(await placeOfFiles())
  project.provide('testServer', { url: server.url, ownerUrl: server.ownerUrl, template, scratch })
  // The processes that run the tests are started with it.
  const { TMPDIR } = process.env
  process.env.TMPDIR = scratch
  return async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await removeFolder(scratch)
    await server.stop(template)
  }
}

async function newFolder(within = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(within, `muster-test-${process.pid}-`))
  // When root runs the tests, PostgreSQL has another account that must reach the folder.
  await chmod(folder, 0o755)
  return folder
}

const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

type Server = { url: string; ownerUrl: string; stop: (template: string) => Promise<void> }

async function startServer(given: string | undefined): Promise<Server> {
  const ownerUrl = process.env.MUSTER_TEST_OWNER_URL ?? given ?? ''
  if (given) return { url: given, ownerUrl, stop: (template) => dropAll(given, template) }
  const dataFolder = await newFolder(await cheapestFolder())
  // What a test wrote need not outlive it: twice as fast.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // The log of writes may lie in memory, too, where it shall not grow to gigabytes.
    max_wal_size: '512MB',
    // Whether a file lasts until its turn comes is chance: what needs statistics asks for them.
    autovacuum: 'off',
    // Of a password that is made for this run alone: a hundred thousand sign-ins use it.
    scram_iterations: '1',
    // Several files at once start several servers each.
    max_connections: '400',
  }
  const server = await startEmbeddedPostgres({ dataFolder, settings, log: () => undefined })
  const stop = async () => {
    await server.stop()
    await tellCrashes(join(dataFolder, 'postgres.log'))
    await removeFolder(dataFolder)
  }
  return { url: server.url, ownerUrl: server.ownerUrl, stop }
}

const gigabyte = 2 ** 30

/**
 * Where the machine has memory to spare, in memory: each clone has 2,500 files, and making them on a
 * disk is most of what it costs.
 */
async function cheapestFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (room > 0) await sweep(inMemory)
  const isAmple = room > 6 * gigabyte && process.availableMemory() > 10 * gigabyte
  return isAmple ? inMemory : tmpdir()
}

/** The same for the files of tests: databases of their own, most of them. Some of what they write is run. */
async function placeOfFiles(): Promise<string> {
  const folder = await cheapestFolder()
  const program = join(folder, `muster-test-${process.pid}-runs`)
  await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
  const mayRun = await promisify(execFile)(program).then(
    () => true,
    () => false,
  )
  await rm(program)
  return mayRun ? folder : tmpdir()
}

/** What runs that were killed have left in memory, but for what is not ours to remove or in use still. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^muster-test-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(pid)) continue
    const note = join(folder, name, 'postgres', 'postmaster.pid')
    const [server = ''] = (await readFile(note, 'utf8').catch(() => '')).split('\n')
    if (server !== '' && isAlive(server)) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

const isAlive = (pid: string) => existsSync(`/proc/${pid.trim()}`)

/** A backend that dies takes every connection along: what failed then is told with why it died. */
async function tellCrashes(logFile: string): Promise<void> {
  const file = process.env.MUSTER_CRASH_REPORT
  if (!file) return
  const lines = (await readFile(logFile, 'utf8')).split('\n')
  const told = /PANIC|was terminated by|Failed process was running|No space left|out of memory/i
  await writeFile(file, JSON.stringify(lines.filter((line) => told.test(line)).slice(0, 20)))
}

/** The template and what tests left behind; their clones are named after it. */
async function dropAll(url: string, template: string): Promise<void> {
  const find = `select datname from pg_database where starts_with(datname, '${template}')`
  for (const { datname } of await run(url, find)) await dropDatabase(url, datname)
}

function urlOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href
}

async function run(url: string, sql: string): Promise<{ datname: string }[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query<{ datname: string }>(sql)).rows
  } finally {
    await client.end()
  }
}
