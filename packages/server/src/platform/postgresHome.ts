import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ConfigurationError } from './env.ts'

const run = promisify(execFile)

/** Root's homes are closed to other accounts; this folder is for what PostgreSQL must reach then. */
const sharedFolder = '/var/lib/muster'

/** The account PostgreSQL runs as; empty: our own. */
type Account = { uid?: number; gid?: number }

/** What is remembered of one embedded server; `folder` may be relative to the data folder. */
export type PostgresMemory = {
  folder: string
  port: number
  superPassword: string
  password: string
}

/** Where the programs and the database files of one embedded server are, and whose they are. */
export type PostgresHome = {
  programs: string
  folder: string
  /** What the server itself has to say; operators read it, we read its end when a start fails. */
  logFile: string
  account: Account
  memory: PostgresMemory
  remember: (memory: PostgresMemory) => Promise<void>
}

/** Finds or makes the place of the embedded PostgreSQL of this data folder. */
export async function openPostgresHome(
  givenFolder: string,
  log: (message: string) => void,
): Promise<PostgresHome> {
  const dataFolder = resolve(givenFolder)
  await mkdir(dataFolder, { recursive: true })
  const file = memoryFile(dataFolder)
  const remember = (memory: PostgresMemory) =>
    writeFile(file, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
  const known = await recallPostgres(dataFolder)
  const account = await accountOf(known && resolve(dataFolder, known.folder))
  const programs = await reachablePrograms(account)
  const memory = known ?? newMemory(await folderFor(dataFolder, account, log))
  if (!known) await remember(memory)
  return {
    programs,
    account,
    memory,
    remember,
    folder: resolve(dataFolder, memory.folder),
    logFile: join(dataFolder, 'postgres.log'),
  }
}

const memoryFile = (dataFolder: string): string => join(dataFolder, 'embedded-postgres.json')

/** What is remembered of the embedded server of a data folder, if there is one. */
export async function recallPostgres(dataFolder: string): Promise<PostgresMemory | undefined> {
  const file = memoryFile(dataFolder)
  if (!(await exists(file))) return undefined
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigurationError(
      `${file} cannot be read: it belongs to another user. Start as that user, or set MUSTER_DATA to another folder.`,
      { cause },
    )
  })
  // Only remember() writes this file.
  return JSON.parse(text) as PostgresMemory
}

function newMemory(folder: string): PostgresMemory {
  const secret = () => randomBytes(24).toString('base64url')
  return { folder, port: 0, superPassword: secret(), password: secret() }
}

/** PostgreSQL refuses to run as root: root starts it as the owner of its files, at first as `postgres`. */
async function accountOf(folder: string | undefined): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const owner = folder && (await stat(folder).catch(() => undefined))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  try {
    return await accountNamed('postgres')
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(() => {
      throw new ConfigurationError(
        'PostgreSQL does not run as root and no user "postgres" could be made. Start Muster as an ordinary user, or set DATABASE_URL.',
      )
    })
    return accountNamed('postgres')
  }
}

async function accountNamed(name: string): Promise<Account> {
  const id = async (flag: string) => Number((await run('id', [flag, name])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The programs come with npm; where PostgreSQL's account cannot reach them, it gets a copy. */
async function reachablePrograms(account: Account): Promise<string> {
  const own = npmPrograms()
  if (runs(own, account)) return own
  await makeExecutable(own)
  if (runs(own, account)) return own
  const copy = join(sharedFolder, `postgresql-${programsVersion()}`)
  if (account.uid !== undefined && !runs(copy, account)) await copyPrograms(own, copy)
  if (runs(copy, account)) return copy
  throw new ConfigurationError(
    `The embedded PostgreSQL in ${own} does not run on this machine. Set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** Some unpackers lose the mode; who may not mend it is told below that it does not run. */
async function makeExecutable(programs: string): Promise<void> {
  const files = ['initdb', 'postgres'].map((name) => join(programs, 'bin', name))
  await Promise.allSettled(files.map((file) => chmod(file, 0o755)))
}

async function copyPrograms(from: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}`
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  await run('cp', ['-a', from, fresh])
  await run('chmod', ['-R', 'a+rX', fresh])
  await rm(to, { recursive: true, force: true })
  await rename(fresh, to)
}

// Only the programs of the npm package are used: importing the package itself would install exit
// hooks that stop PostgreSQL before our own shutdown has closed what uses it.
function npmPrograms(): string {
  const require = createRequire(import.meta.url)
  const fromPackage = createRequire(require.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(fromPackage.resolve(name)), '..', 'native')
  } catch {
    throw new ConfigurationError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function programsVersion(): string {
  return spawnSync(join(npmPrograms(), 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
  }).stdout.replace(/[^0-9.]/g, '')
}

function runs(programs: string, account: Account): boolean {
  const cwd = '/'
  return ['initdb', 'postgres'].every(
    (name) =>
      spawnSync(join(programs, 'bin', name), ['--version'], { ...account, cwd }).status === 0,
  )
}

async function folderFor(
  dataFolder: string,
  account: Account,
  log: (message: string) => void,
): Promise<string> {
  if (account.uid === undefined) return 'postgres'
  const reached = spawnSync('test', ['-x', dataFolder], { ...account, cwd: '/' }).status === 0
  if (reached) return 'postgres'
  const folder = join(sharedFolder, randomBytes(6).toString('hex'), 'postgres')
  log(
    `PostgreSQL does not run as root and its user cannot reach ${dataFolder}: the database is kept in ${folder}`,
  )
  await mkdir(dirname(folder), { recursive: true })
  for (const path of [sharedFolder, dirname(folder)]) await chmod(path, 0o755)
  return folder
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Makes an empty database cluster, all or nothing: a start that is killed half-way leaves no half. */
export async function makeCluster(home: PostgresHome): Promise<void> {
  if (await exists(join(home.folder, 'PG_VERSION'))) return
  const fresh = `${home.folder}.new`
  const secret = `${home.folder}.secret`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(secret, home.memory.superPassword, { mode: 0o600 })
  const { uid, gid } = home.account
  if (uid !== undefined && gid !== undefined) {
    await chown(fresh, uid, gid)
    await chown(secret, uid, gid)
  }
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const files = [`--pgdata=${fresh}`, `--pwfile=${secret}`]
  try {
    const options = { ...home.account, cwd: '/' }
    await run(join(home.programs, 'bin', 'initdb'), [...flags, ...locale, ...files], options)
  } finally {
    await rm(secret, { force: true })
  }
  await rename(fresh, home.folder)
}
