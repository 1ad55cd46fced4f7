/** Why a package is refused; each is one sentence in the contract's texts. */
export const faultKeys = [
  'verify.tooLong',
  'verify.tooLarge',
  'verify.tooMuchMemory',
  'verify.broken',
  'verify.zip.notAnArchive',
  'verify.zip.truncated',
  'verify.zip.prefix',
  'verify.zip.trailing',
  'verify.zip.comment',
  'verify.zip.zip64',
  'verify.zip.parts',
  'verify.zip.directory',
  'verify.zip.tooManyEntries',
  'verify.zip.name',
  'verify.zip.duplicate',
  'verify.zip.overlap',
  'verify.zip.hidden',
  'verify.zip.encrypted',
  'verify.zip.method',
  'verify.zip.mismatch',
  'verify.zip.entryTooLarge',
  'verify.zip.totalTooLarge',
  'verify.zip.bomb',
  'verify.zip.content',
  'verify.manifest.missing',
  'verify.manifest.broken',
  'verify.manifest.package',
  'verify.manifest.version',
  'verify.manifest.minSdk',
  'verify.resources.broken',
  'verify.unsigned',
  'verify.v1.missing',
  'verify.v1.manifest',
  'verify.v1.block',
  'verify.v1.file',
  'verify.v1.entry',
  'verify.v1.lost',
  'verify.v1.digest',
  'verify.v1.signers',
  'verify.v1.algorithm',
  'verify.signature.stripped',
  'verify.signature.block',
  'verify.signature.broken',
  'verify.signature.algorithm',
  'verify.signature.wrong',
  'verify.signature.certificate',
  'verify.signature.content',
  'verify.signature.versions',
  'verify.signature.lineage',
  'verify.signature.tooOld',
  'verify.signature.disagree',
  'verify.linux.kind',
  'verify.linux.damaged',
  'verify.linux.parts',
  'verify.linux.special',
  'verify.linux.manifest',
  'verify.linux.field',
  'verify.linux.name',
  'verify.linux.signature',
  'verify.linux.signatureForm',
] as const

export type FaultKey = (typeof faultKeys)[number]

/** A package breaks a rule: thrown by whoever reads it, and the answer of `judgeApk`. */
export class PackageFault extends Error {
  readonly key: FaultKey
  readonly params: Readonly<Record<string, string | number>>

  constructor(key: FaultKey, params: PackageFault['params'] = {}) {
    super(key)
    this.key = key
    this.params = Object.fromEntries(Object.entries(params).map(shown))
  }
}

const schemeNames: Readonly<Record<string, string>> = { V1: 'v1', V2: 'v2', V3: 'v3', V3_1: 'v3.1' }

/** Schemes go by the names that Android gives them. */
function shown([place, value]: readonly [string, string | number]): [string, string | number] {
  const isScheme = ['scheme', 'missing', 'other'].includes(place)
  return [place, isScheme ? (schemeNames[value] ?? value) : value]
}
