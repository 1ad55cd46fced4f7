import {
  figureDocuments,
  type TextKey,
  type VersionKind,
  versionKinds,
  versionStat,
} from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { AppPicker, NoApp } from '../app/AppPicker.tsx'
import { useApp } from '../app/useApp.ts'
import { useStatQuery } from '../page/stat.ts'
import { StatPage } from '../page/StatPage.tsx'
import { AppMatrixBlock } from './AppMatrixBlock.tsx'
import { AdoptionBlock } from './AdoptionBlock.tsx'
import { MatrixBlock } from './MatrixBlock.tsx'
import { OldPatchBlock, PatchMonths, usePatchMonths } from './OldPatchBlock.tsx'
import { BehindBlock, OutdatedBlock } from './OutdatedBlocks.tsx'

const kindTexts: Readonly<Record<VersionKind, TextKey>> = {
  FIRMWARE: 'upgradeVersion.kind.FIRMWARE',
  AGENT: 'upgradeVersion.kind.AGENT',
  OS: 'upgradeVersion.kind.OS',
  SP: 'upgradeVersion.kind.SP',
  KERNEL: 'upgradeVersion.kind.KERNEL',
  PATCH: 'stat.version.PATCH',
}

/** Beside what runs below them, the applications on terminals have versions. */
const choiceTexts = { ...kindTexts, APP: 'appStat.app' } as const

/** STATISTICS_VERSION: what versions terminals run, and how far they are from those they should. */
export function VersionStat() {
  const { query } = usePage()
  if (query['kind'] === 'APP') return <AppVersions />
  const kind = versionKinds.find((one) => one === query['kind']) ?? 'FIRMWARE'
  return <KindVersions kind={kind} />
}

function KindVersions({ kind }: { readonly kind: VersionKind }) {
  const asked = useStatQuery()
  const months = usePatchMonths()
  return (
    <StatPage
      title="stat.version"
      permission={versionStat.matrix.permission}
      grains={['HOUR', 'DAY', 'WEEK', 'MONTH']}
      document={{
        title: 'stat.version',
        call: figureDocuments.version,
        query: { ...asked, kind, ...(kind === 'PATCH' && { months: String(months) }) },
      }}
      filters={
        <>
          <KindChoice kind={kind} />
          {kind === 'PATCH' && <PatchMonths />}
        </>
      }
    >
      <MatrixBlock kind={kind} />
      <AdoptionBlock kind={kind} />
      {kind === 'PATCH' ? (
        <OldPatchBlock months={months} />
      ) : (
        <>
          <BehindBlock kind={kind} />
          <OutdatedBlock kind={kind} />
        </>
      )}
    </StatPage>
  )
}

/** The versions of one application, model by model. */
function AppVersions() {
  const appId = useApp()
  const asked = useStatQuery()
  return (
    <StatPage
      title="stat.version"
      permission={versionStat.app.permission}
      document={
        appId === null
          ? null
          : { title: 'stat.version', call: figureDocuments.version, query: { ...asked, appId } }
      }
      filters={
        <>
          <KindChoice kind="APP" />
          <AppPicker appId={appId} />
        </>
      }
    >
      {appId === null ? <NoApp /> : <AppMatrixBlock appId={appId} />}
    </StatPage>
  )
}

function KindChoice({ kind }: { readonly kind: keyof typeof choiceTexts }) {
  const { query, setQuery } = usePage()
  return (
    <ChoiceInput
      label={t('stat.version.kind')}
      options={texts(choiceTexts)}
      value={kind}
      onChoose={(chosen) => setQuery({ ...query, kind: chosen })}
    />
  )
}
