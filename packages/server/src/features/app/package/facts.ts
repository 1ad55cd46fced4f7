import type { PackageFacts } from '@muster/contract'
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
