import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chown, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { exists } from './backupFolder.ts'
import { ConfigurationError } from './env.ts'
import { openPostgresHome, type PostgresHome } from './postgresHome.ts'
import { releaseFolder } from './postgresOwner.ts'

interface Restoring {
  readonly dataFolder: string
  /** The archive that {@link streamBaseBackup} gave, compressed. */
  readonly archive: string
  readonly logins: { readonly password: string; readonly superPassword: string }
  readonly mayReplace: boolean
  readonly say: (sentence: string) => void
}

/**
 * Puts a copied embedded server in its place. One that is there stays aside under another name;
 * without `mayReplace` it is a refusal, and so is one that runs.
 */
export async function restoreCluster(restoring: Restoring): Promise<void> {
  const { dataFolder, archive, logins, mayReplace, say } = restoring
  const home = await openPostgresHome(dataFolder, say)
  const isThere = await exists(join(home.folder, 'PG_VERSION'))
  if (isThere && !mayReplace)
    throw new ConfigurationError(
      `There is an installation in ${dataFolder} already. Name an empty folder in MUSTER_DATA, or say --overwrite.`,
    )
  await releaseFolder(home, say)
  const fresh = `${home.folder}.restored`
  await unpack(archive, fresh, home)
  if (isThere) {
    const aside = `${home.folder}.before-${new Date().toISOString().replaceAll(':', '')}`
    await rename(home.folder, aside)
    say(`The database that was there is kept in ${aside}: remove it when all is well.`)
  }
  await rename(fresh, home.folder)
  await home.remember({ ...home.memory, ...logins })
}

/** As the account that the server runs as. */
async function unpack(archive: string, folder: string, { account }: PostgresHome): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const words = ['--extract', '--preserve-permissions', '--file=-', `--directory=${folder}`]
  const tar = spawn('tar', words, { ...account, cwd: '/', stdio: ['pipe', 'ignore', 'inherit'] })
  const closed = once(tar, 'close')
  // Where tar gives up, the pipe to it breaks: its own words are above.
  const [read] = await Promise.allSettled([
    pipeline(createReadStream(archive), createGunzip(), tar.stdin),
    closed,
  ])
  if (tar.exitCode !== 0) throw new ConfigurationError(`tar could not unpack ${archive}.`)
  if (read.status === 'rejected') throw read.reason
}
