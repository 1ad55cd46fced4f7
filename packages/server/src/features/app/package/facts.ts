import { packageName, type PackageFacts } from '@muster/contract'
import { PackageFault } from '../verify/fault.ts'
import type { PackageFacts as LinuxFacts, PackageReport } from '../verify/linux/packageReport.ts'
import type { ApkCertificate, ApkFacts, ApkReport } from '../verify/report.ts'

/** An Android package as versions are made of it; its icon is kept elsewhere, under `icon`. */
export function factsOf(
  report: ApkReport & { readonly facts: ApkFacts },
  icon: string | null,
): PackageFacts {
  const { facts, schemes, signers, lineage } = report
  const [signer] = signers
  return {
    osKind: 'ANDROID',
    packageName: facts.packageName,
    versionCode: facts.versionCode,
    versionName: facts.versionName,
    label: facts.label,
    minSdk: facts.minSdk,
    targetSdk: facts.targetSdk,
    isDebuggable: facts.isDebuggable,
    isTestOnly: facts.isTestOnly,
    usesCleartext: facts.usesCleartextTraffic,
    permissions: facts.permissions.map(({ name }) => name),
    features: facts.features.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    abis: [...facts.abis],
    locales: [...facts.locales],
    icon,
    isSplit: facts.splitName !== null,
    schemes: schemes.map((scheme) => scheme.toLowerCase().replace('_', '.')),
    signer: signer ? signerOf(signer) : null,
    lineage: lineage.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== signer?.sha256),
  }
}

const signerOf = (certificate: ApkCertificate) => ({
  subject: certificate.subject,
  sha256: certificate.sha256,
  validFrom: certificate.validFrom.toISOString(),
  validTo: certificate.validTo.toISOString(),
  key: `${certificate.keyType} ${certificate.keyBits}`,
  isDebug: certificate.isDebug,
})

/** A package for Linux as versions are made of it: it has no number, and its signature lies beside it. */
export function linuxFactsOf(
  kind: PackageReport['kind'],
  { name, version, architecture, description }: LinuxFacts,
): PackageFacts {
  const { data: named } = packageName().safeParse(name)
  if (named === undefined) throw new PackageFault('verify.linux.name', { name })
  return {
    osKind: 'LINUX',
    packageName: named,
    versionCode: null,
    versionName: version,
    label: description === '' ? name : description.slice(0, 200),
    minSdk: null,
    targetSdk: null,
    isDebuggable: false,
    isTestOnly: false,
    usesCleartext: null,
    permissions: [],
    features: [],
    // An update names revisions of the hardware in place of processors.
    abis: kind === 'SWU' ? [] : processorsOf(architecture),
    locales: [],
    icon: null,
    isSplit: false,
    schemes: [],
    signer: null,
    lineage: [],
  }
}

/** What packages for Linux call a processor, and what sheets of models do. */
const processors: readonly (readonly [RegExp, string])[] = [
  [/^(all|any|noarch)$/, ''],
  [/^(arm64|aarch64)/, 'arm64-v8a'],
  [/^(armhf|armv[78])/, 'armeabi-v7a'],
  [/^arm/, 'armeabi'],
  [/^(amd64|x86_64|x64)/, 'x86_64'],
  [/^(i\d86|x86)/, 'x86'],
]

function processorsOf(architecture: string): string[] {
  const words = architecture.split(/\s+/).filter((word) => word !== '')
  const known = words.map((word) => processors.find(([form]) => form.test(word))?.[1] ?? word)
  return [...new Set(known)].filter((abi) => abi !== '')
}
