import type { FrozenFile, FrozenTemplate } from '@muster/contract'
import { isOwnFormat } from '@muster/contract'
import type { DraftFault } from '@muster/contract/param/freeze'
import { type OutputFile, outputFiles } from '@muster/contract/param/output'
import type { Kysely } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { FormatFault, formatFaultTexts } from './formatFault.ts'
import { type FormatSource, openFormatThread, writeInThread } from './formatThread.ts'
import { installedFormats } from './installed.ts'
import { findFormat, keepFormat } from './kept.queries.ts'

type Store = Pick<Platform, 'env' | 'log' | 'secrets'> & { readonly db: Kysely<DB> }

/** Bytes of files that plug-ins write, by the ids of the files. */
export type PluginBytes = ReadonlyMap<string, Buffer>

/** Texts of plug-ins that were asked for, by their hashes: they are the same for ever. */
const known = new Map<string, FormatSource>()
const mostKnown = 64

async function pluginOf(store: Store, { plugin: sum }: FrozenFile): Promise<FormatSource> {
  if (sum === undefined) throw new FormatFault('unknown')
  const installed = [...(await installedFormats(store)).values()].find((one) => one.sum === sum)
  const found = installed ?? known.get(sum) ?? (await findFormat(store, sum))
  if (!found) throw new FormatFault('unknown')
  if (known.size < mostKnown) known.set(sum, found)
  return found
}

const inputOf = ({ file: { fileName, path }, entries }: OutputFile) => ({ fileName, path, entries })

interface Wish {
  readonly template: FrozenTemplate
  readonly values: Readonly<Record<string, string>>
  /** What stands for a file that cannot be written; without it, {@link FormatFault} is thrown. */
  readonly otherwise?: (file: FrozenFile, fault: FormatFault) => Buffer
}

/** Files of values that plug-ins write; none where the product writes all of them. */
export async function pluginBytes(
  store: Store,
  { template, values, otherwise }: Wish,
): Promise<PluginBytes> {
  const made = new Map<string, Buffer>()
  if (template.files.every(({ format }) => isOwnFormat(format))) return made
  for (const output of outputFiles(template, new Map(Object.entries(values)))) {
    if (output.text !== null) continue
    made.set(output.file.id, await written(store, output, otherwise))
  }
  return made
}

async function written(
  store: Store,
  output: OutputFile,
  otherwise: Wish['otherwise'],
): Promise<Buffer> {
  try {
    return await writeInThread(await pluginOf(store, output.file), inputOf(output))
  } catch (error) {
    if (otherwise && error instanceof FormatFault) return otherwise(output.file, error)
    throw error
  }
}

/** A draft's files with the plug-ins that would write them, and those whose format nobody writes here. */
export async function withPlugins(
  store: Pick<Store, 'env' | 'log'>,
  content: FrozenTemplate,
): Promise<{ readonly content: FrozenTemplate; readonly faults: readonly DraftFault[] }> {
  const installed = await installedFormats(store)
  const files = content.files.map((file) => {
    const plugin = isOwnFormat(file.format) ? undefined : installed.get(file.format)
    return plugin ? { ...file, plugin: plugin.sum } : file
  })
  const faults = files.flatMap((file, index) =>
    isOwnFormat(file.format) || file.plugin !== undefined
      ? []
      : [faultAt(index, file, new FormatFault('unknown'))],
  )
  return { content: { ...content, files }, faults }
}

const faultAt = (
  index: number,
  { fileName, format }: FrozenFile,
  { kind, said }: Pick<FormatFault, 'kind' | 'said'>,
): DraftFault => ({
  part: 'files',
  index,
  key: formatFaultTexts[kind],
  params: { format, file: fileName, said },
})

/**
 * What plug-ins do wrong with some values: each writes its file twice, in a thread of its own, and has to
 * make the same bytes.
 */
export async function faultsOfPlugins(
  store: Store,
  content: FrozenTemplate,
  values: ReadonlyMap<string, string>,
): Promise<DraftFault[]> {
  const faults: DraftFault[] = []
  for (const [index, output] of outputFiles(content, values).entries()) {
    if (output.text !== null || output.file.plugin === undefined) continue
    try {
      const { source } = await pluginOf(store, output.file)
      const [one, other] = [await alone(source, output), await alone(source, output)]
      if (!one.equals(other)) faults.push(faultAt(index, output.file, new FormatFault('differs')))
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error
      faults.push(faultAt(index, output.file, error))
      // One that hangs would do so with each file, while the template is locked.
      if (error.kind === 'tooSlow') break
    }
  }
  return faults
}

async function alone(source: string, output: OutputFile): Promise<Buffer> {
  const thread = await openFormatThread(source)
  try {
    return await thread.write(inputOf(output))
  } finally {
    await thread.end()
  }
}

/** Keeps the plug-ins of a revision that is published: it is written by the same ones wherever, whatever the folder holds. */
export async function keepPlugins(store: Store, { files }: FrozenTemplate): Promise<void> {
  for (const file of files) {
    if (file.plugin === undefined) continue
    const { sum, source } = await pluginOf(store, file)
    await keepFormat(store, { name: file.format, sum, source })
  }
}
