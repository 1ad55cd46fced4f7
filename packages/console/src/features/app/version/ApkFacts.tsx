import { type Apk, models } from '@muster/contract'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { stateTexts, tones } from '../appTexts.ts'
import { FactList } from '../FactList.tsx'
import { trackTexts } from './apkTexts.ts'

/** What a version is, and how far it has come. */
export function ApkFacts({ apk }: { readonly apk: Apk }) {
  const { state, minSdk, targetSdk, abis, publishAt } = apk
  const sdk = t('apk.sdkSpan', { least: String(minSdk), target: String(targetSdk ?? minSdk) })
  const locales = apk.locales.join(', ')
  return (
    <FactList
      facts={[
        [
          t('apk.state'),
          <StatusBadge key="state" tone={tones[state]}>
            {t(stateTexts[state])}
          </StatusBadge>,
        ],
        ...(publishAt === null
          ? []
          : [[t('apk.publishAt'), <Time key="planned" at={publishAt} />] as const]),
        ...(apk.submittedByName === null
          ? []
          : [[t('apk.submittedBy'), <HandedIn key="submitter" apk={apk} />] as const]),
        [t('apk.code'), <Ltr key="code">{String(apk.versionCode)}</Ltr>],
        [t('apk.track'), t(trackTexts[apk.track])],
        [t('apk.bytes'), formatBytes(apk.bytes)],
        ...(minSdk === null ? [] : [[t('apk.sdk'), sdk] as const]),
        [t('apk.abis'), abis.length > 0 ? <Ltr key="abi">{abis.join(', ')}</Ltr> : t('apk.anyAbi')],
        [t('apk.schemes'), <Ltr key="schemes">{apk.schemes.join(', ')}</Ltr>],
        ...(apk.signerSubject === null
          ? []
          : [[t('apk.signerSubject'), <Ltr key="subject">{apk.signerSubject}</Ltr>] as const]),
        [t('apk.signer'), <Ltr key="signer">{apk.signerSha256}</Ltr>],
        [t('upload.sha256'), <Ltr key="sha256">{apk.sha256}</Ltr>],
        [t('apk.locales'), <Ltr key="locales">{locales}</Ltr>],
        [t('apk.features'), <Ltr key="features">{apk.features.join(', ')}</Ltr>],
        ...needsOf(apk),
        [t('apk.reviewedBy'), <Words key="reviewer">{apk.reviewedByName}</Words>],
        [t('apk.reason'), <Words key="reason">{apk.reason}</Words>],
        [t('apk.releaseNotes'), <Words key="notes">{apk.releaseNotes}</Words>],
      ]}
    />
  )
}

/** What it asks of a terminal and how it is brought, as far as anything was said. */
const needsOf = (apk: Apk) => [
  ...(apk.minAgent === null
    ? []
    : [[t('apk.minAgent'), <Ltr key="agent">{apk.minAgent}</Ltr>] as const]),
  ...(apk.minPreviousCode === null
    ? []
    : [
        [
          t('apk.minPreviousCode'),
          <Ltr key="previous">{String(apk.minPreviousCode)}</Ltr>,
        ] as const,
      ]),
  ...(apk.dependencies.length === 0
    ? []
    : [[t('apk.dependencies'), <Dependencies key="needs" apk={apk} />] as const]),
  ...(apk.paramTemplates.length === 0
    ? []
    : [[t('apk.templates'), <Templates key="templates" apk={apk} />] as const]),
  ...(apk.modelIds.length === 0
    ? []
    : [[t('apk.models'), <Models key="models" ids={apk.modelIds} />] as const]),
  ...flags.filter(([name]) => apk[name]).map(([, label]) => [t(label), t('kit.yes')] as const),
]

const flags = [
  ['forceUpdate', 'apk.forceUpdate'],
  ['uninstallFirst', 'apk.uninstallFirst'],
  ['isRollback', 'apk.isRollback'],
] as const

const Dependencies = ({ apk: { dependencies } }: { readonly apk: Apk }) =>
  dependencies.map((one) => (
    <div key={one.package}>
      <Ltr>{one.package}</Ltr> {t('apk.dependencyFrom', { code: String(one.code) })}
    </div>
  ))

const Templates = ({ apk: { paramTemplates } }: { readonly apk: Apk }) =>
  paramTemplates.map(({ id, name, rev }) => (
    <div key={id}>
      {rev === null ? <bdi>{name}</bdi> : t('param.templateOf', { name, rev: formatNumber(rev) })}
    </div>
  ))

const Models = ({ ids }: { readonly ids: readonly string[] }) => (
  <ChosenRecords
    of={models}
    label={t('apk.models')}
    none={t('apk.modelsOfApp')}
    chosen={ids.map((id) => ({ id }))}
    onAdd={ignore}
    onDrop={ignore}
    isReadOnly
  />
)

const ignore = () => undefined

const HandedIn = ({ apk: { submittedByName, submittedAt } }: { readonly apk: Apk }) => (
  <>
    <Words>{submittedByName}</Words> <Time at={submittedAt} />
  </>
)
