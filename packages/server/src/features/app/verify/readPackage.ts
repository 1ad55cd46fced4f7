import { PackageFault } from './fault.ts'
import type { PackageLimits } from './limits.ts'
import { nativeLibrariesOf } from './manifest/nativeLibraries.ts'
import { type ManifestFacts, readFacts } from './manifest/readFacts.ts'
import { readIcon } from './manifest/readIcon.ts'
import { type ResourceTable, readResources } from './manifest/resourceTable.ts'
import { readXml } from './manifest/xmlDocument.ts'
import type { ApkFacts } from './report.ts'
import type { Archive } from './zip/archive.ts'
import { readWhole } from './zip/unpack.ts'

/** What an archive says of itself as an application package. */
export function readPackage(
  archive: Archive,
  { iconDensity }: Pick<PackageLimits, 'iconDensity'>,
): { readonly facts: ApkFacts; readonly manifest: ManifestFacts } {
  const entry = archive.entries.get('AndroidManifest.xml')
  if (!entry) throw new PackageFault('verify.manifest.missing')
  const elements = readXml(readWhole(archive, entry))
  const table = tableOf(archive)
  const manifest = readFacts(elements, table)
  const { icons, sandboxVersion: _, ...said } = manifest
  const nativeLibraries = nativeLibrariesOf(archive)
  const facts = {
    ...said,
    nativeLibraries,
    abis: [...new Set(nativeLibraries.map(({ abi }) => abi))].toSorted(),
    locales: table.locales,
    icon: readIcon(icons, { archive, table, density: iconDensity }),
  }
  return { facts, manifest }
}

function tableOf(archive: Archive): ResourceTable {
  const entry = archive.entries.get('resources.arsc')
  return entry ? readResources(readWhole(archive, entry)) : Object.assign(() => [], { locales: [] })
}
