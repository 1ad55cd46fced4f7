import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the texts of packed logs lie that somebody has looked into. */
export const bookFolder = (dataFolder: string): string => join(dataFolder, 'books')

/** A text goes with its log: who deletes one for good leaves nothing of it. */
export async function removeBook(dataFolder: string, sha256: Buffer): Promise<void> {
  const path = join(bookFolder(dataFolder), sha256.toString('hex'))
  await rm(`${path}.json`, { force: true })
  await rm(path, { force: true })
}
