import type { deviceMessages, InstalledApp } from '@muster/contract'
import type * as z from 'zod/mini'
import { type Chance, chanceOf } from '../chance.ts'

/** What is printed on a terminal, and what its maker put into it. */
export interface Identity {
  readonly sn: string
  /** Codes of its model and vendor. */
  readonly model: string
  readonly vendor: string
  /** ANDROID unless said. */
  readonly osType?: string | undefined
  /** `720x1280`; drawn unless said. */
  readonly screen?: string | null | undefined
  /** What was put on it before it was switched on first, beside what its model comes with. */
  readonly apps?: readonly InstalledApp[] | undefined
  /** Versions that it was made with; drawn unless said. */
  readonly versions?: Partial<Record<MadeVersion, string | undefined>> | undefined
}

/** What a terminal is made with a version of. */
export const madeVersions = ['FIRMWARE', 'AGENT', 'SP', 'KERNEL', 'PATCH'] as const
type MadeVersion = (typeof madeVersions)[number]

type Information = z.output<typeof deviceMessages.information.body>

/** The part of a terminal that a restart does not change. */
export interface Build {
  readonly firmware: string
  readonly agentVersion: string
  readonly os: string
  /** Of Android: its API level, and the processors whose code it runs. */
  readonly sdk?: number
  readonly abis?: string[]
  readonly patch: string
  readonly build: string
  /** Revision of the hardware. */
  readonly hw: string
  /** Versions of other parts, as it was made. */
  readonly parts: { readonly SP: string; readonly KERNEL: string }
  readonly ramMb: number
  readonly storageMb: number
  readonly screen: string
  readonly batteryHealthPercent: number
  readonly imei: string
  /** Of those with two slots. */
  readonly imei2?: string
  readonly sims: { readonly iccid: string }[]
  readonly mac: string
  readonly timezone: string
  readonly language: string
  readonly isRooted: boolean
  readonly isTampered: boolean
  readonly capabilities: string[]
  /** What stands beside it. */
  readonly accessories: NonNullable<Information['accessories']>
}

const systems: Readonly<Record<string, readonly string[]>> = {
  ANDROID: ['Android 9', 'Android 10', 'Android 11', 'Android 12', 'Android 13'],
  LINUX: ['Linux 4.14', 'Linux 4.19', 'Linux 5.10', 'Linux 5.15', 'Linux 6.1'],
  RTOS: ['RTOS 1', 'RTOS 2', 'RTOS 3', 'RTOS 4', 'RTOS 5'],
}
/** API levels of the Androids above. */
const levels = [28, 29, 30, 31, 33]
const processors: readonly [readonly string[], readonly string[]] = [
  ['arm64-v8a', 'armeabi-v7a', 'armeabi'],
  ['armeabi-v7a', 'armeabi'],
]
const agents = ['3.0.70', '3.0.72', '3.0.73'] as const
const patches = ['2026-03-05', '2026-06-05', '2026-09-05'] as const
type Megabytes = readonly [memory: number, storage: number]
const sizes: readonly [Megabytes, ...Megabytes[]] = [
  [1024, 8192],
  [2048, 16_384],
  [3072, 32_768],
]

/** The build of one terminal: what was said of it, and for the rest what is drawn. */
export function buildOf(identity: Identity, seed: string): Build {
  const drawn = drawnBuild(identity, seed)
  const { FIRMWARE = drawn.firmware, AGENT = drawn.agentVersion, ...said } = identity.versions ?? {}
  const { SP = drawn.parts.SP, KERNEL = drawn.parts.KERNEL, PATCH = drawn.patch } = said
  return { ...drawn, firmware: FIRMWARE, agentVersion: AGENT, parts: { SP, KERNEL }, patch: PATCH }
}

/** Terminals of a model share system and size, the rest is its own. */
function drawnBuild({ sn, model, osType = 'ANDROID', ...known }: Identity, seed: string): Build {
  const ofModel = chanceOf(seed, model, 'model')
  const [ramMb, storageMb] = ofModel.pick(sizes)
  const major = ofModel.whole([1, 5])
  const screen = known.screen ?? ofModel.pick(['720x1280', '720x1440', '480x800'])
  const own = chanceOf(seed, sn, 'build')
  const minor = own.pick([3, 3, 3, 2, 1])
  const isOld = own.whole([0, 9]) === 0
  return {
    firmware: `${model}-${major}.${releases(seed, model)[isOld ? 0 : minor]}`,
    agentVersion: own.pick(agents),
    os: systems[osType]?.[major - 1] ?? osType,
    ...(osType === 'ANDROID' && {
      sdk: levels[major - 1] ?? 33,
      abis: [...chanceOf(seed, model, 'processor').pick(processors)],
    }),
    patch: own.pick(patches),
    build: `${model}.${major}.${2600 + minor}`,
    hw: chanceOf(seed, sn, 'revision').pick(['r1', 'r2', 'r2', 'r3']),
    parts: { SP: `sp-${major}.1`, KERNEL: `emv-4.${major}` },
    ramMb,
    storageMb,
    screen,
    batteryHealthPercent: own.whole([71, 100]),
    imei: imeiOf(own),
    ...cardsOf(chanceOf(seed, sn, 'cards')),
    mac: macOf(own),
    timezone: 'Asia/Baghdad',
    language: own.pick(['ar-IQ', 'en']),
    isRooted: false,
    isTampered: false,
    capabilities: capabilitiesOf(osType, { ofModel, own }),
    accessories: accessoriesOf({ sn, model }, seed),
  }
}

/** What came of the firmware of a model, oldest first: half of its terminals run the last of them. */
function releases(seed: string, model: string): readonly string[] {
  const chance = chanceOf(seed, model, 'releases')
  return [0, 1, 2, 3].map((minor) => `${minor}.${chance.whole([0, 9])}`)
}

/** Functions of the agent that smaller systems lack. */
const lacking: Readonly<Record<string, readonly string[]>> = {
  LINUX: ['REMOTE_LOCATE'],
  RTOS: [
    'REMOTE_LOCATE',
    'REMOTE_MESSAGE',
    'REMOTE_APPS',
    'REMOTE_NETWORK',
    'REMOTE_SHELL',
    'REMOTE_FILES',
    'REMOTE_SCREENSHOT',
    'REMOTE_VIEW',
    'REMOTE_SPEED_TEST',
  ],
}
const functions = [
  'REMOTE_REBOOT',
  'REMOTE_SYNC',
  'REMOTE_LOCATE',
  'REMOTE_MESSAGE',
  'REMOTE_WIPE',
  'REMOTE_SHUTDOWN',
  'REMOTE_LOCK',
  'REMOTE_APPS',
  'REMOTE_SETTINGS',
  'REMOTE_NETWORK',
  'REMOTE_SELF_TEST',
  'REMOTE_SPEED_TEST',
  'REMOTE_SHELL',
  'REMOTE_FILES',
  'REMOTE_LOGS',
  'REMOTE_SCREENSHOT',
  'REMOTE_CERTIFICATE',
  'REMOTE_VIEW',
  'RKI_TR34',
] as const
const optional = ['CAMERA_FRONT', 'SCANNER_HEAD', 'SECOND_SCREEN', 'ETHERNET'] as const

/** What the model has and its system can do; of a few terminals the contactless reader is broken. */
function capabilitiesOf(osType: string, { ofModel, own }: Record<'ofModel' | 'own', Chance>) {
  const parts = ['ICC', 'MSR', 'PRINTER_58MM', 'GPS', 'SIM_COUNT', 'DUKPT', 'SECURE_ELEMENT']
  const more = optional.filter(() => ofModel.happens(0.5))
  const able = functions.filter((one) => !lacking[osType]?.includes(one))
  const kiosk = osType === 'ANDROID' ? ['KIOSK'] : []
  return [...(own.happens(0.04) ? [] : ['NFC']), ...parts, ...more, ...able, ...kiosk]
}

/** Fifteen digits, the last of them the check digit; begins as test equipment does. */
function imeiOf(chance: Chance): string {
  const digits = `00${String(chance.whole([0, 999_999_999_999])).padStart(12, '0')}`
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** One SIM card, or two, each with a modem of its own. */
function cardsOf(chance: Chance): Pick<Build, 'imei2' | 'sims'> {
  const card = () => ({
    iccid: `8999${String(chance.whole([0, 999_999_999_999])).padStart(15, '0')}`,
  })
  const first = card()
  if (!chance.happens(0.3)) return { sims: [first] }
  return { imei2: imeiOf(chance), sims: [first, card()] }
}

/** Locally administered, so that it is nobody's. */
function macOf(chance: Chance): string {
  const rest = Array.from({ length: 5 }, () => chance.whole([0, 255]))
  return [0x02, ...rest].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}

/** Some models come with a PIN pad, some in a base; each has a number of its own. */
function accessoriesOf(
  { sn, model }: Pick<Identity, 'sn' | 'model'>,
  seed: string,
): Build['accessories'] {
  const ofModel = chanceOf(seed, model, 'accessories')
  const [hasPad, hasBase] = [ofModel.happens(0.35), ofModel.happens(0.35)]
  const own = chanceOf(seed, sn, 'accessories')
  const number = (begin: string) => `${begin}${String(own.whole([0, 9_999_999])).padStart(7, '0')}`
  const pad = {
    kind: 'PIN_PAD',
    sn: number('PP'),
    model: 'P200',
    firmware: `2.${own.pick([1, 1, 1, 0])}.4`,
    apps: [{ p: 'emv-kernel', v: '4.3' }],
  } as const
  const base = { kind: 'BASE', sn: number('B'), model: 'B50', firmware: '1.2' } as const
  return [
    ...(hasPad ? [{ ...pad, apps: [...pad.apps] }] : []),
    // The one of a terminal that is carried about is left behind at times.
    ...(hasBase && own.happens(0.9) ? [base] : []),
  ]
}
