import { figureDocuments, type TextKey, type VersionKind, versionKinds, versionStat } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { useStatQuery } from '../page/stat.ts'
import { StatPage } from '../page/StatPage.tsx'
import { AdoptionBlock } from './AdoptionBlock.tsx'
import { MatrixBlock } from './MatrixBlock.tsx'
import { BehindBlock, OutdatedBlock } from './OutdatedBlocks.tsx'

const kindTexts: Readonly<Record<VersionKind, TextKey>> = {
  FIRMWARE: 'upgradeVersion.kind.FIRMWARE',
  AGENT: 'upgradeVersion.kind.AGENT',
  OS: 'upgradeVersion.kind.OS',
  SP: 'upgradeVersion.kind.SP',
  KERNEL: 'upgradeVersion.kind.KERNEL',
  PATCH: 'stat.version.PATCH',
}

/** STATISTICS_VERSION: what versions terminals run, and how far they are from those they should. */
export function VersionStat() {
  const { query, setQuery } = usePage()
  const asked = useStatQuery()
  const kind = versionKinds.find((one) => one === query['kind']) ?? 'FIRMWARE'
  return (
    <StatPage
      title="stat.version"
      permission={versionStat.matrix.permission}
      grains={['HOUR', 'DAY', 'WEEK', 'MONTH']}
      document={{ call: figureDocuments.version, query: { ...asked, kind } }}
      filters={
        <ChoiceInput
          label={t('stat.version.kind')}
          options={texts(kindTexts)}
          value={kind}
          onChoose={(chosen) => setQuery({ ...query, kind: chosen })}
        />
      }
    >
      <MatrixBlock kind={kind} />
      <AdoptionBlock kind={kind} />
      <BehindBlock kind={kind} />
      <OutdatedBlock kind={kind} />
    </StatPage>
  )
}
