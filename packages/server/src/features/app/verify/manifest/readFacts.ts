import { PackageFault } from '../fault.ts'
import type { ApkFacts } from '../report.ts'
import { attributes } from './attributes.ts'
import { plainValue, textsOf } from './resolve.ts'
import type { ResourceTable } from './resourceTable.ts'
import { numberOf, type Value } from './value.ts'
import type { Element } from './xmlDocument.ts'

/** What AndroidManifest.xml says, and what it says to the verifier alone. */
export interface ManifestFacts
  extends Omit<ApkFacts, 'abis' | 'nativeLibraries' | 'icon' | 'locales'> {
  /** From 2 on, Android wants more than the oldest signature. */
  readonly sandboxVersion: number
  readonly icons: readonly Value[]
}

const packageName = /^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/
const mostText = 1024

/** Reads the manifest's elements; values that are resources are looked up. */
export function readFacts(elements: readonly Element[], table: ResourceTable): ManifestFacts {
  const root = elements[0]
  if (root?.path !== 'manifest') throw new PackageFault('verify.manifest.broken')
  const application = elements.find(({ path }) => path === 'manifest/application')
  const flag = (key: number) => booleanOf(application?.attributes.get(key), table)
  const name = root.attributes.get('package')?.text ?? ''
  if (!packageName.test(name) || name.length > 255)
    throw new PackageFault('verify.manifest.package')
  const { '': label, ...labels } = textsOf(application?.attributes.get(attributes.label), table)
  const icons = [attributes.icon, attributes.roundIcon].flatMap(
    (key) => application?.attributes.get(key) ?? [],
  )
  return {
    packageName: name,
    versionCode: versionCodeOf(root, table),
    versionName: textOf(root.attributes.get(attributes.versionName), table) ?? '',
    ...sdksOf(elements),
    isDebuggable: flag(attributes.debuggable) ?? false,
    isTestOnly: flag(attributes.testOnly) ?? false,
    usesCleartextTraffic: flag(attributes.usesCleartextTraffic),
    sharedUserId: textOf(root.attributes.get(attributes.sharedUserId), table),
    permissions: permissionsOf(elements, table),
    features: featuresOf(elements, table),
    label: shortened(label ?? name),
    labels: Object.fromEntries(Object.entries(labels).map(([tag, text]) => [tag, shortened(text)])),
    splitName: root.attributes.get('split')?.text ?? null,
    sandboxVersion: numberOf(root.attributes.get(attributes.targetSandboxVersion) ?? null) ?? 1,
    icons,
  }
}

const shortened = (text: string) => text.slice(0, mostText)

function textOf(value: Value | undefined, table: ResourceTable): string | null {
  const found = plainValue(value, table)
  const text = found?.text ?? numberOf(found)?.toString() ?? null
  return text === null ? null : shortened(text)
}

function booleanOf(value: Value | undefined, table: ResourceTable): boolean | null {
  const found = numberOf(plainValue(value, table))
  return found === null ? null : found !== 0
}

function versionCodeOf(root: Element, table: ResourceTable): number {
  const low = numberOf(plainValue(root.attributes.get(attributes.versionCode), table))
  const major = root.attributes.get(attributes.versionCodeMajor)
  const high = major ? numberOf(plainValue(major, table)) : 0
  const code = low === null || high === null ? Number.NaN : high * 2 ** 32 + low
  if (!Number.isSafeInteger(code)) throw new PackageFault('verify.manifest.version')
  return code
}

/** Of several elements, the strictest holds. */
function sdksOf(elements: readonly Element[]) {
  const found = elements.filter(({ path }) => path === 'manifest/uses-sdk')
  const numbers = (key: number) =>
    found.flatMap(({ attributes }) => {
      const value = attributes.get(key)
      if (!value) return []
      const number = numberOf(value)
      // A version of Android that was not out yet goes by a name.
      if (number === null) throw new PackageFault('verify.manifest.minSdk')
      return [number]
    })
  const minSdk = Math.max(1, ...numbers(attributes.minSdkVersion))
  const most = numbers(attributes.maxSdkVersion)
  return {
    minSdk,
    targetSdk: Math.max(minSdk, ...numbers(attributes.targetSdkVersion)),
    maxSdk: most.length === 0 ? null : Math.min(...most),
  }
}

const permissionPaths = ['uses-permission', 'uses-permission-sdk-23', 'uses-permission-sdk-m']

function permissionsOf(elements: readonly Element[], table: ResourceTable) {
  const found = elements
    .filter(({ path }) => permissionPaths.some((name) => path === `manifest/${name}`))
    .flatMap((element) => {
      const name = textOf(element.attributes.get(attributes.name), table)
      const maxSdk = numberOf(element.attributes.get(attributes.maxSdkVersion) ?? null)
      return name ? [{ name, maxSdk }] : []
    })
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

function featuresOf(elements: readonly Element[], table: ResourceTable) {
  const found = elements
    .filter(({ path }) => path === 'manifest/uses-feature')
    .flatMap((element) => {
      const name =
        textOf(element.attributes.get(attributes.name), table) ??
        graphicsOf(element.attributes.get(attributes.glEsVersion))
      const isRequired = booleanOf(element.attributes.get(attributes.required), table) ?? true
      return name ? [{ name, isRequired }] : []
    })
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

/** A version of OpenGL ES: a feature without a name. */
function graphicsOf(value: Value | undefined): string | null {
  const version = numberOf(value ?? null)
  return version === null ? null : `OpenGL ES ${version >>> 16}.${version & 0xffff}`
}
