import type { UpgradeVersion } from '@muster/contract'
import type { ReactNode } from 'react'
import { Facts } from '../../../kit/page/Facts.tsx'
import { Day, Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { channelTexts, partTexts, standOf } from './versionTexts.ts'

/** What it is called, and what is said of it. */
type Fact = readonly [string, ReactNode]

const list = (words: readonly string[]) =>
  words.length === 0 ? null : <Ltr>{words.join(', ')}</Ltr>

const wordsOf = (text: string | null) => text && <Words key="text">{text}</Words>

/** What a version is, what it asks for, and how far it has come; what is not said of it is left out. */
export function VersionFacts({ version }: { readonly version: UpgradeVersion }) {
  return (
    <>
      {version.problems.length > 0 && (
        <Callout title={t('upgradeVersion.problems')}>{version.problems.join(' ')}</Callout>
      )}
      <Facts>
        {[
          stateOf(version),
          ...whatItIs(version),
          ...whatItNeeds(version),
          ...whatBecameOfIt(version),
        ]
          .filter(([, value]) => value !== null && value !== false)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </Facts>
    </>
  )
}

function stateOf(version: UpgradeVersion): Fact {
  const { text, tone } = standOf(version)
  return [
    t('upgradeVersion.state'),
    <StatusBadge key="state" tone={tone}>
      {t(text)}
    </StatusBadge>,
  ]
}

const whatItIs = (version: UpgradeVersion): Fact[] => [
  [t('upgradeVersion.kind'), t(partTexts[version.kind])],
  [t('upgradeVersion.version'), <Ltr key="version">{version.versionName}</Ltr>],
  [t('upgradeVersion.vendor'), <Words key="vendor">{version.vendorName}</Words>],
  [t('upgradeVersion.models'), <Words key="models">{version.modelNames.join(', ')}</Words>],
  [t('upgradeVersion.channel'), t(channelTexts[version.channel])],
  [
    t('upgradeVersion.build'),
    version.isDiff
      ? t('upgradeVersion.diffFrom', { from: version.fromVersions.join(', ') })
      : t('upgradeVersion.full'),
  ],
  [t('upgradeVersion.file'), <Ltr key="file">{version.fileName}</Ltr>],
  [t('upgradeVersion.bytes'), formatBytes(version.bytes)],
  [t('upload.sha256'), <Ltr key="hash">{version.sha256}</Ltr>],
  [t('upgradeVersion.signer'), version.signer ?? t('upgradeVersion.unsigned')],
]

const whatItNeeds = (version: UpgradeVersion): Fact[] => [
  [t('upgradeVersion.hardware'), list(version.hardware)],
  [t('upgradeVersion.minAgent'), version.minAgent],
  [t('upgradeVersion.minBattery'), formatPercent(version.minBattery / 100)],
  [t('upgradeVersion.needReboot'), t(version.needReboot ? 'kit.yes' : 'kit.no')],
  [t('upgradeVersion.needIdle'), t(version.needIdle ? 'kit.yes' : 'kit.no')],
  [
    t('upgradeVersion.freeSpaceMb'),
    version.freeSpaceMb === null
      ? t('upgradeVersion.twiceFile')
      : formatNumber(version.freeSpaceMb),
  ],
  [
    t('upgradeVersion.needs'),
    list(version.needs.map(({ kind, version: least }) => `${t(partTexts[kind])} ≥ ${least}`)),
  ],
  [t('upgradeVersion.forbiddenFrom'), list(version.forbiddenFrom)],
]

const whatBecameOfIt = (version: UpgradeVersion): Fact[] => [
  [t('upgradeVersion.devices'), formatNumber(version.deviceCount)],
  [
    t('upgradeVersion.labTested'),
    version.labTestedAt !== null && (
      <span key="lab">
        <Words>{version.labTestedByName}</Words> <Time at={version.labTestedAt} />{' '}
        <Words>{version.labEvidence}</Words>
      </span>
    ),
  ],
  [t('upgradeVersion.submittedBy'), wordsOf(version.submittedByName)],
  [t('upgradeVersion.reviewedBy'), wordsOf(version.reviewedByName)],
  [t('upgradeVersion.reason'), wordsOf(version.reason)],
  [t('upgradeVersion.ptsApproval'), list(version.ptsApproval ? [version.ptsApproval] : [])],
  [t('upgradeVersion.ptsUntil'), version.ptsUntil && <Day key="pts" on={version.ptsUntil} />],
  [t('upgradeVersion.releaseNotes'), wordsOf(version.releaseNotes)],
  [t('upgradeVersion.knownIssues'), wordsOf(version.knownIssues)],
]
