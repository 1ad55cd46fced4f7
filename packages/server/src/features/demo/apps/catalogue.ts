import type { ApkState } from '@muster/contract'
import type { Sign } from './pictures.ts'

export interface DemoVersion {
  readonly code: number
  readonly name: string
  readonly state: ApkState
  /** Days since it was made. */
  readonly days: number
  readonly notes: string
  /** What was said with the last decision. */
  readonly reason?: string
  readonly isDebuggable?: true
}

export interface DemoApp {
  readonly name: string
  readonly package: string
  readonly org: 'platform' | 'tigris' | 'marsh'
  readonly type: 'NORMAL' | 'PARAMETER' | 'LAUNCHER'
  readonly categories: readonly string[]
  readonly sign: Sign
  readonly colours: readonly [string, string]
  readonly permissions: readonly string[]
  readonly summary: Readonly<Record<string, string>>
  readonly kilobytes: number
  readonly versions: readonly DemoVersion[]
}

/** Categories of the store, each after the one that it stands in. */
export const categories = [
  { code: 'payment', name: 'Payment', ar: 'الدفع', parent: null, shown: true },
  { code: 'cards', name: 'Cards', ar: 'البطاقات', parent: 'payment', shown: true },
  { code: 'wallets', name: 'Wallets', ar: 'المحافظ', parent: 'payment', shown: true },
  { code: 'shop', name: 'At the till', ar: 'عند الصندوق', parent: null, shown: true },
  { code: 'loyalty', name: 'Loyalty', ar: 'الولاء', parent: 'shop', shown: true },
  { code: 'tools', name: 'Tools', ar: 'الأدوات', parent: null, shown: true },
  { code: 'service', name: 'For technicians', ar: 'للفنيين', parent: 'tools', shown: false },
] as const

/** Applications of the demo, with versions in each state that one stays in. */
export const demoApps: readonly DemoApp[] = [
  {
    name: 'Tigris Pay',
    package: 'iq.tigris.pay',
    org: 'tigris',
    type: 'PARAMETER',
    categories: ['cards'],
    sign: 'card',
    colours: ['#1f6feb', '#0b3d91'],
    permissions: ['INTERNET', 'NFC', 'ACCESS_NETWORK_STATE'],
    summary: {
      en: 'Cards, contactless and refunds',
      'ar-IQ': 'البطاقات والدفع اللاتلامسي والاسترجاع',
    },
    kilobytes: 96,
    versions: [
      {
        code: 200,
        name: '2.0.0',
        state: 'SUPERSEDED',
        days: 29,
        notes: 'Contactless up to the limit without a PIN.',
      },
      {
        code: 210,
        name: '2.1.0',
        state: 'ONLINE',
        days: 16,
        notes: 'Refunds by receipt number; the receipt in Arabic.',
      },
      {
        code: 220,
        name: '2.2.0',
        state: 'GREY',
        days: 4,
        notes: 'Instalments; starts in half the time.',
      },
    ],
  },
  {
    name: 'Tigris Loyalty',
    package: 'iq.tigris.loyalty',
    org: 'tigris',
    type: 'NORMAL',
    categories: ['loyalty'],
    sign: 'star',
    colours: ['#d97706', '#92400e'],
    permissions: ['INTERNET', 'CAMERA'],
    summary: { en: 'Points for each purchase', 'ar-IQ': 'نقاط لكل عملية شراء' },
    kilobytes: 64,
    versions: [
      { code: 140, name: '1.4.0', state: 'ONLINE', days: 24, notes: 'Points by telephone number.' },
      { code: 150, name: '1.5.0', state: 'SUBMITTED', days: 1, notes: 'Points can be given away.' },
    ],
  },
  {
    name: 'Till Guide',
    package: 'org.muster.guide',
    org: 'platform',
    type: 'NORMAL',
    categories: ['tools'],
    sign: 'book',
    colours: ['#0f766e', '#134e4a'],
    permissions: ['INTERNET'],
    summary: { en: 'What to do when something is wrong', 'ar-IQ': 'ما العمل عند حدوث خلل' },
    kilobytes: 48,
    versions: [
      {
        code: 10,
        name: '1.0',
        state: 'OFFLINE',
        days: 28,
        notes: 'First edition.',
        reason: 'The telephone numbers in it are old',
      },
      { code: 11, name: '1.1', state: 'IN_REVIEW', days: 2, notes: 'New telephone numbers.' },
    ],
  },
  {
    name: 'Marsh Wallet',
    package: 'iq.marsh.wallet',
    org: 'marsh',
    type: 'PARAMETER',
    categories: ['wallets'],
    sign: 'wallet',
    colours: ['#7c3aed', '#4c1d95'],
    permissions: ['INTERNET', 'NFC', 'CAMERA'],
    summary: { en: 'Pay by telephone', 'ar-IQ': 'الدفع بالهاتف' },
    kilobytes: 80,
    versions: [
      {
        code: 300,
        name: '3.0',
        state: 'ONLINE',
        days: 26,
        notes: 'Payment by a code on the screen.',
      },
      {
        code: 310,
        name: '3.1',
        state: 'CHANGES_REQUESTED',
        days: 5,
        notes: 'Sends the receipt as a message.',
        reason: 'It must say why it reads messages',
      },
    ],
  },
  {
    name: 'Marsh Bills',
    package: 'iq.marsh.bills',
    org: 'marsh',
    type: 'NORMAL',
    categories: ['payment'],
    sign: 'bill',
    colours: ['#be123c', '#881337'],
    permissions: ['INTERNET'],
    summary: { en: 'Electricity, water and telephone', 'ar-IQ': 'الكهرباء والماء والهاتف' },
    kilobytes: 48,
    versions: [
      {
        code: 100,
        name: '1.0',
        state: 'REJECTED',
        days: 20,
        notes: 'First version.',
        reason: 'Amounts are shown without their currency',
      },
      {
        code: 101,
        name: '1.0.1',
        state: 'CHECK_FAILED',
        days: 3,
        notes: 'Amounts with their currency.',
        isDebuggable: true,
      },
    ],
  },
  {
    name: 'Counter',
    package: 'org.muster.counter',
    org: 'platform',
    type: 'LAUNCHER',
    categories: ['shop', 'tools'],
    sign: 'till',
    colours: ['#334155', '#0f172a'],
    permissions: ['INTERNET', 'REORDER_TASKS'],
    summary: { en: 'The first thing on the screen', 'ar-IQ': 'أول ما يظهر على الشاشة' },
    kilobytes: 56,
    versions: [
      { code: 40, name: '4.0', state: 'ONLINE', days: 27, notes: 'Large keys.' },
      { code: 41, name: '4.1', state: 'SIGNED', days: 3, notes: 'A dark screen at night.' },
    ],
  },
  {
    name: 'Tips',
    package: 'com.example.tips',
    org: 'platform',
    type: 'NORMAL',
    categories: ['service'],
    sign: 'bill',
    colours: ['#64748b', '#334155'],
    permissions: ['INTERNET'],
    summary: { en: 'Shares tips among the staff', 'ar-IQ': 'يوزع الإكراميات على العاملين' },
    kilobytes: 24,
    versions: [
      { code: 900, name: '9.0', state: 'READY', days: 1, notes: 'For a trial at two shops.' },
    ],
  },
]

/** The states through which a version has come to the one that it is in. */
export function wayTo(state: ApkState): readonly (ApkState | null)[] {
  const made = [null, 'DRAFT'] as const
  const judged = [...made, 'READY', 'SUBMITTED', 'IN_REVIEW'] as const
  const signed = [...judged, 'APPROVED', 'SIGNING', 'SIGNED'] as const
  const ways: Partial<Record<ApkState, readonly (ApkState | null)[]>> = {
    CHECK_FAILED: [...made, 'CHECK_FAILED'],
    READY: judged.slice(0, 3),
    SUBMITTED: judged.slice(0, 4),
    IN_REVIEW: judged,
    CHANGES_REQUESTED: [...judged, 'CHANGES_REQUESTED'],
    REJECTED: [...judged, 'REJECTED'],
    SIGNED: signed,
    GREY: [...signed, 'GREY'],
    ONLINE: [...signed, 'ONLINE'],
    SUPERSEDED: [...signed, 'ONLINE', 'SUPERSEDED'],
    OFFLINE: [...signed, 'ONLINE', 'OFFLINE'],
  }
  return ways[state] ?? made
}
