import { type FrozenFile, type FrozenTemplate, isOwnFormat } from '@muster/contract'
import type { DraftFault } from '@muster/contract/param/freeze'
import { type OutputFile, outputFiles } from '@muster/contract/param/output'
import type { Kysely } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import { FormatFault, formatFaultTexts } from './formatFault.ts'
import { type FormatSource, openFormatProcess, writeInProcess } from './formatProcess.ts'
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
    return await writeInProcess(await pluginOf(store, output.file), inputOf(output))
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

/** What all files of a template may take to be tried, beside one that hangs. */
const trialMs = 5000

/** Templates that are tried at once: each starts processes, and whoever reads one may ask for it. */
const mostTrials = 2
let trials = 0

/**
 * What plug-ins do wrong with some values: each writes its file twice, in a process of its own, and has to
 * make the same bytes.
 */
export async function faultsOfPlugins(
  store: Store,
  content: FrozenTemplate,
  values: ReadonlyMap<string, string>,
): Promise<DraftFault[]> {
  const outputs = [...outputFiles(content, values).entries()].filter(
    ([, { text, file }]) => text === null && file.plugin !== undefined,
  )
  const [first] = outputs
  if (!first) return []
  if (trials >= mostTrials) return [faultAt(first[0], first[1].file, new FormatFault('busy'))]
  trials += 1
  try {
    return await tried(store, outputs)
  } finally {
    trials -= 1
  }
}

async function tried(
  store: Store,
  outputs: readonly (readonly [number, OutputFile])[],
): Promise<DraftFault[]> {
  const faults: DraftFault[] = []
  const began = steadyNow()
  for (const [index, output] of outputs) {
    // While it is published its template is locked, and a transaction that says nothing ends after a while.
    const isLate = steadyNow() - began > trialMs
    const fault = isLate ? new FormatFault('tooSlow') : await faultOf(store, output)
    if (fault) faults.push(faultAt(index, output.file, fault))
    if (fault?.kind === 'tooSlow') break
  }
  return faults
}

/** What a plug-in does wrong with a file; null: nothing. */
async function faultOf(store: Store, output: OutputFile): Promise<FormatFault | null> {
  try {
    const { source } = await pluginOf(store, output.file)
    const [one, other] = [await alone(source, output), await alone(source, output)]
    return one.equals(other) ? null : new FormatFault('differs')
  } catch (error) {
    if (error instanceof FormatFault) return error
    throw error
  }
}

async function alone(source: string, output: OutputFile): Promise<Buffer> {
  const opened = await openFormatProcess(source)
  try {
    return await opened.write(inputOf(output))
  } finally {
    await opened.end()
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
