import type { packageRules, PackageFacts, ReplyOf, TextKey } from '@muster/contract'

/** What stands in the way of a version: one sentence, and what fills its places. */
export interface Problem {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string | number>>
}

/** The version that a new one follows. */
export interface Predecessor {
  readonly versionCode: number
  readonly versionName: string
  readonly signerSha256: string | null
  readonly lineage: readonly string[]
}

export interface Situation {
  readonly isRollback: boolean
  readonly last: Predecessor | null
  readonly rules: ReplyOf<typeof packageRules.get>
  /** Models that it is for, with what their processors understand, where that is known. */
  readonly models: readonly { readonly name: string; readonly cpuAbi: string | null }[]
}

/** Everything that keeps a package from becoming a version that people review. */
export function problemsOf(facts: PackageFacts, situation: Situation): Problem[] {
  return [
    ...codeProblems(facts, situation),
    ...signerProblems(facts, situation),
    ...makeProblems(facts, situation),
    ...wishProblems(facts, situation),
    ...processorProblems(facts, situation),
  ]
}

const problem = (key: TextKey, values: Problem['values'] = {}): Problem => ({ key, values })

function codeProblems({ versionCode }: PackageFacts, { isRollback, last }: Situation): Problem[] {
  if (isRollback || !last || versionCode === null || versionCode > last.versionCode) return []
  return [problem('apk.problem.code', { code: versionCode, last: last.versionCode })]
}

/** The same signer as before, or one that the signer before has handed its place to. */
function signerProblems(
  { signer, lineage }: PackageFacts,
  { last, isRollback }: Situation,
): Problem[] {
  if (!signer) return [problem('apk.problem.unsigned')]
  const debug = signer.isDebug ? [problem('apk.problem.debugKey')] : []
  const before = last?.signerSha256 ?? null
  const isSame =
    before === null ||
    before === signer.sha256 ||
    lineage.includes(before) ||
    (isRollback && (last?.lineage ?? []).includes(signer.sha256))
  return isSame
    ? debug
    : [...debug, problem('apk.problem.signer', { version: last?.versionName ?? '' })]
}

function makeProblems(facts: PackageFacts, { rules }: Situation): Problem[] {
  const { leastMinSdk, leastTargetSdk, mayBeDebuggable } = rules
  const isBelow = (sdk: number | null, least: number | null) =>
    sdk !== null && least !== null && sdk < least
  return [
    ...(facts.isDebuggable && !mayBeDebuggable ? [problem('apk.problem.debuggable')] : []),
    ...(facts.isTestOnly ? [problem('apk.problem.testOnly')] : []),
    ...(facts.isSplit ? [problem('apk.problem.split')] : []),
    ...(isBelow(facts.minSdk, leastMinSdk)
      ? [problem('apk.problem.minSdk', { sdk: facts.minSdk ?? 0, least: leastMinSdk ?? 0 })]
      : []),
    ...(isBelow(facts.targetSdk, leastTargetSdk)
      ? [
          problem('apk.problem.targetSdk', {
            sdk: facts.targetSdk ?? 0,
            least: leastTargetSdk ?? 0,
          }),
        ]
      : []),
  ]
}

function wishProblems({ permissions, packageName }: PackageFacts, { rules }: Situation): Problem[] {
  const forbidden = permissions.filter((name) => rules.forbiddenPermissions.includes(name))
  const prefix = rules.forbiddenPrefixes.find((one) => packageName.startsWith(one))
  return [
    ...forbidden.map((permission) => problem('apk.problem.permission', { permission })),
    ...(prefix === undefined ? [] : [problem('apk.problem.prefix', { prefix })]),
  ]
}

/** An application of parameters is nothing without a form for them. */
export const templateProblems = (
  { appType }: { readonly appType: string },
  templateIds: readonly string[],
): Problem[] =>
  appType === 'PARAMETER' && templateIds.length === 0 ? [problem('apk.problem.template')] : []

/** Processors that understand the code of others as well. */
const alsoUnderstood: Readonly<Record<string, readonly string[]>> = {
  'arm64-v8a': ['armeabi-v7a', 'armeabi'],
  'armeabi-v7a': ['armeabi'],
  x86_64: ['x86'],
}

const understands = (cpuAbi: string, abis: readonly string[]): boolean =>
  [cpuAbi, ...(alsoUnderstood[cpuAbi] ?? [])].some((abi) => abis.includes(abi))

function processorProblems({ abis }: PackageFacts, { rules, models }: Situation): Problem[] {
  if (abis.length === 0) return []
  const { allowedAbis } = rules
  const odd = allowedAbis.length === 0 ? [] : abis.filter((abi) => !allowedAbis.includes(abi))
  const unfit = models.filter(({ cpuAbi }) => cpuAbi !== null && !understands(cpuAbi, abis))
  return [
    ...odd.map((abi) => problem('apk.problem.abi', { abi })),
    ...unfit.map(({ name, cpuAbi }) =>
      problem('apk.problem.model', { model: name, abi: cpuAbi ?? '', abis: abis.join(', ') }),
    ),
  ]
}

/** Permissions of Android that reach what is private, cost money, or rule the terminal. */
const risky: ReadonlySet<string> = new Set(
  [
    'ACCESS_BACKGROUND_LOCATION',
    'ACCESS_COARSE_LOCATION',
    'ACCESS_FINE_LOCATION',
    'BIND_ACCESSIBILITY_SERVICE',
    'BIND_DEVICE_ADMIN',
    'BODY_SENSORS',
    'CALL_PHONE',
    'CAMERA',
    'DELETE_PACKAGES',
    'GET_ACCOUNTS',
    'INSTALL_PACKAGES',
    'MANAGE_EXTERNAL_STORAGE',
    'PROCESS_OUTGOING_CALLS',
    'READ_CALENDAR',
    'READ_CALL_LOG',
    'READ_CONTACTS',
    'READ_EXTERNAL_STORAGE',
    'READ_LOGS',
    'READ_PHONE_NUMBERS',
    'READ_PHONE_STATE',
    'READ_SMS',
    'REBOOT',
    'RECEIVE_SMS',
    'RECORD_AUDIO',
    'REQUEST_INSTALL_PACKAGES',
    'SEND_SMS',
    'SYSTEM_ALERT_WINDOW',
    'WRITE_CALENDAR',
    'WRITE_CONTACTS',
    'WRITE_EXTERNAL_STORAGE',
    'WRITE_SECURE_SETTINGS',
    'WRITE_SETTINGS',
  ].map((name) => `android.permission.${name}`),
)

/** Those of a package's permissions that a reviewer should look at. */
export const riskyOf = (permissions: readonly string[]): string[] =>
  permissions.filter((name) => risky.has(name))

/** What is in the first list alone, and what in the second. */
export const differenceOf = (now: readonly string[], before: readonly string[]) => ({
  added: now.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !now.includes(one)),
})
