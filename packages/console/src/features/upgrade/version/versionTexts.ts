import {
  type TextKey,
  type UpgradePart,
  upgradeParts,
  type UpgradeVersion,
  type VersionChannel,
  type VersionState,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'

type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export const partTexts: Readonly<Record<UpgradePart, TextKey>> = {
  FIRMWARE: 'upgradeVersion.kind.FIRMWARE',
  AGENT: 'upgradeVersion.kind.AGENT',
  OS: 'upgradeVersion.kind.OS',
  SP: 'upgradeVersion.kind.SP',
  KERNEL: 'upgradeVersion.kind.KERNEL',
  BOOTLOGO: 'upgradeVersion.kind.BOOTLOGO',
  RESOURCE: 'upgradeVersion.kind.RESOURCE',
}

export const channelTexts: Readonly<Record<VersionChannel, TextKey>> = {
  STABLE: 'upgradeVersion.channel.STABLE',
  BETA: 'upgradeVersion.channel.BETA',
  HOTFIX: 'upgradeVersion.channel.HOTFIX',
}

export const stateTexts: Readonly<Record<VersionState, TextKey>> = {
  DRAFT: 'upgradeVersion.state.DRAFT',
  CHECKING: 'upgradeVersion.state.CHECKING',
  PENDING: 'upgradeVersion.state.PENDING',
  REJECTED: 'upgradeVersion.state.REJECTED',
  APPROVED: 'upgradeVersion.state.APPROVED',
  ONLINE: 'upgradeVersion.state.ONLINE',
  SUSPENDED: 'upgradeVersion.state.SUSPENDED',
  OFFLINE: 'upgradeVersion.state.OFFLINE',
}

const tones: Readonly<Record<VersionState, Tone>> = {
  DRAFT: 'neutral',
  CHECKING: 'waiting',
  PENDING: 'waiting',
  REJECTED: 'bad',
  APPROVED: 'waiting',
  ONLINE: 'good',
  SUSPENDED: 'waiting',
  OFFLINE: 'neutral',
}

/** What a version is at, in a word; one that was recalled is called so. */
export const standOf = ({
  state,
  recalledAt,
}: Pick<UpgradeVersion, 'state' | 'recalledAt'>): { readonly text: TextKey; readonly tone: Tone } =>
  recalledAt === null
    ? { text: stateTexts[state], tone: tones[state] }
    : { text: 'upgradeVersion.state.RECALLED', tone: 'bad' }

/** What people call a version. */
export const titleOf = ({ name, versionName }: Pick<UpgradeVersion, 'name' | 'versionName'>) =>
  `${name} ${versionName}`

/** The parts of a terminal as a list to choose from. */
export const partOptions = () =>
  upgradeParts.map((value) => ({ value, label: t(partTexts[value]) }))

/** The part that was chosen; null: none that is known. */
export const partOf = (value: string | null): UpgradePart | null =>
  upgradeParts.find((part) => part === value) ?? null
