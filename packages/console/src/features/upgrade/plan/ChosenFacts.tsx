import { type ParsedOf, type plans, upgradeVersions } from '@muster/contract'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { useRecordNames } from '../../device/filter/index.ts'
import { waveKindTexts } from './planTexts.ts'
import { Serials, TargetsWords } from './TargetsWords.tsx'

interface ChosenFactsProps {
  readonly aim: ParsedOf<typeof plans.precheck>['body']
  /** How and when it would go; null where a rule is broken. */
  readonly when: ParsedOf<typeof plans.forecast>['body'] | null
}

/** What the steps before have said, in words. */
export function ChosenFacts({ aim, when }: ChosenFactsProps) {
  const { versionIds, targets, excluded } = aim
  const nameOf = useRecordNames(upgradeVersions, versionIds)
  return (
    <Facts>
      <Fact name={t('plan.versions')}>
        <Words>{formatAll(versionIds.map(nameOf))}</Words>
      </Fact>
      <Fact name={t('push.targets')}>
        <TargetsWords plan={{ targets }} />
      </Fact>
      {excluded.length > 0 && (
        <Fact name={t('plan.excluded')}>
          <Serials sns={excluded} />
        </Fact>
      )}
      {when && <When when={when} />}
    </Facts>
  )
}

function When({ when }: { readonly when: NonNullable<ChosenFactsProps['when']> }) {
  const { waveKind, waves, startAt, endAt } = when
  return (
    <>
      <Fact name={t('plan.waveKind')}>{t(waveKindTexts[waveKind])}</Fact>
      {waves.length > 1 && <Fact name={t('plan.waves')}>{formatNumber(waves.length)}</Fact>}
      <Fact name={t('plan.startAt')}>
        {startAt ? <Time at={startAt} /> : t('plan.begunByHand')}
      </Fact>
      <Fact name={t('plan.endAt')}>{endAt ? <Time at={endAt} /> : t('plan.endsDone')}</Fact>
    </>
  )
}
