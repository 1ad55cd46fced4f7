import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfferedFormat } from '@muster/contract'
import type { Platform } from '../../../kit/context.ts'
import { ConfigurationError } from '../../../platform/env.ts'
import { type FormatSource, isMemoryKept, openFormatProcess } from './formatProcess.ts'

/** Plug-ins that one folder may hold, and bytes of each. */
const most = { plugins: 32, bytes: 1024 * 1024 }

/** A plug-in of the operator's folder. */
export type InstalledFormat = FormatSource & OfferedFormat

type Installed = ReadonlyMap<string, InstalledFormat>

/** Once for each folder, as the settings are read once. */
const folders = new Map<string, Promise<Installed>>()

/** The output formats that the operator has added, by their names; read once, at start. */
export function installedFormats({
  env: { paramFormats: folder },
  log,
}: Pick<Platform, 'env' | 'log'>): Promise<Installed> {
  if (folder === null) return Promise.resolve(new Map())
  const known = folders.get(folder) ?? readFolder(folder, log)
  folders.set(folder, known)
  return known
}

async function readFolder(folder: string, log: Platform['log']): Promise<Installed> {
  const names = await readdir(folder).catch(() => {
    throw new ConfigurationError(`MUSTER_PARAM_FORMATS must name a folder, not "${folder}".`)
  })
  const modules = names.filter((name) => name.endsWith('.mjs')).toSorted()
  if (modules.length > most.plugins)
    throw new ConfigurationError(
      `MUSTER_PARAM_FORMATS may hold ${most.plugins} modules, not ${modules.length}.`,
    )
  if (modules.length > 0 && !isMemoryKept)
    log.warn({ folder }, 'this system does not bound the memory of plug-ins of output formats')
  const found = new Map<string, InstalledFormat>()
  for (const file of modules) {
    try {
      const plugin = await readPlugin(join(folder, file))
      if (found.has(plugin.name)) throw new Error(`another module is called ${plugin.name}, too`)
      found.set(plugin.name, plugin)
    } catch (error) {
      // One that is broken is not offered; the others are.
      log.error({ file, err: error }, 'a plug-in of an output format is left out')
    }
  }
  return found
}

async function readPlugin(path: string): Promise<InstalledFormat> {
  const bytes = await readFile(path)
  if (bytes.length > most.bytes) throw new Error('it is larger than 1 MB')
  const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const opened = await openFormatProcess(source)
  await opened.end()
  return { ...opened.described, source, sum: sumOfSource(source) }
}

/** SHA-256 of a plug-in's text, hexadecimal. */
export const sumOfSource = (source: string): string =>
  createHash('sha256').update(source).digest('hex')
