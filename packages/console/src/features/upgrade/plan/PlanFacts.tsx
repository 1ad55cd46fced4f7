import { endedPlanStates, groups, type Plan, type PlanWave, plans } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../../kit/call.ts'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { formatAll, formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { useRecordNames } from '../../device/filter/index.ts'
import { optionFacts } from './optionFacts.ts'
import classes from './plan.module.css'
import { failureTexts, membershipTexts, waveKindTexts } from './planTexts.ts'
import { Serials, TargetsWords } from './TargetsWords.tsx'

/** What it is called, and what is said of it; null: nothing. */
type Said = readonly [name: string, value: ReactNode]

/** All that a plan says, in words: what whoever decides about it or begins it agrees to. */
export function PlanFacts({ plan }: { readonly plan: Plan }) {
  const facts: readonly Said[] = [
    ...whatItIs(plan),
    ...forWhom(plan),
    ...whenItGoes(plan),
    ...optionFacts(plan.options),
  ]
  return (
    <section aria-label={t('plan.says')} className={classes.watch}>
      <Facts>
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
      </Facts>
      <PlannedWaves plan={plan} />
    </section>
  )
}

const wordsOf = (text: string | null) => text && <Words>{text}</Words>

const whatItIs = (plan: Plan): Said[] => [
  [t('plan.versions'), <Words key="versions">{formatAll(plan.versionNames)}</Words>],
  [t('plan.purpose'), wordsOf(plan.purpose)],
  [t('plan.ticketNo'), plan.ticketNo && <Ltr key="ticket">{plan.ticketNo}</Ltr>],
  [t('plan.organization'), wordsOf(plan.orgName)],
  [t('plan.createdBy'), wordsOf(plan.createdByName)],
  [t('plan.submittedBy'), wordsOf(plan.submittedByName)],
]

const hasBegun = ({ wave, state }: Plan): boolean =>
  wave > 0 || endedPlanStates.some((ended) => ended === state)

const forWhom = (plan: Plan): Said[] => [
  [t('push.targets'), <TargetsWords key="targets" plan={plan} />],
  // How many it is for once it has begun stands above.
  [t('plan.size'), hasBegun(plan) ? null : <MeantNow key="size" plan={plan} />],
  [t('plan.membership'), t(membershipTexts[plan.membership])],
  [
    t('plan.excluded'),
    plan.excluded.length > 0 ? <Serials key="excluded" sns={plan.excluded} /> : null,
  ],
]

const whenItGoes = ({ startAt, endAt, onFailure, rollsBack }: Plan): Said[] => [
  [t('plan.startAt'), startAt === null ? t('plan.begunByHand') : <Time key="start" at={startAt} />],
  [t('plan.endAt'), endAt === null ? t('plan.endsDone') : <Time key="end" at={endAt} />],
  [t('plan.onFailure'), t(failureTexts[onFailure])],
  [t('plan.rollsBack'), onFailure === 'ABORT' ? t(rollsBack ? 'kit.yes' : 'kit.no') : null],
]

/** For how many terminals it would be now. Not counted anew whenever some plan changes. */
function MeantNow({ plan: { id, version } }: { readonly plan: Plan }) {
  const subscribed = usePage().active
  const enabled = useCan(plans.meant.permission)
  const meant = useQuery({
    queryKey: ['plan meant', id, version],
    queryFn: ({ signal }) => ask(plans.meant, { params: { id } }, { signal }),
    enabled,
    subscribed,
  })
  // A version may not be offered any more: then there is no number, but a reason.
  if (meant.error) return <Words>{meant.error.message}</Words>
  if (!meant.data) return meant.isLoading ? t('kit.loading') : nothing
  const { eligible, total } = meant.data
  const figures = { eligible: formatNumber(eligible), total: formatNumber(total) }
  return (
    <>
      {t('plan.eligible', figures)} <span className={classes.hint}>{t('plan.ownOnly')}</span>
    </>
  )
}

const waveTitles = [
  'plan.waveNow',
  'plan.size',
  'plan.successPercent',
  'plan.errorPercent',
  'plan.errorCount',
  'plan.soakMinutes',
] as const

/** How its terminals will be divided, and what has to be so before each next wave. */
function PlannedWaves({ plan: { waveKind, waves } }: { readonly plan: Plan }) {
  const named = waves.flatMap(({ groupId }) => groupId ?? [])
  const nameOf = useRecordNames(groups, named)
  return (
    <>
      <h3 className={classes.heading}>
        {t('plan.planned')}: {t(waveKindTexts[waveKind])}
      </h3>
      <PlainTable
        label={t('plan.planned')}
        titles={waveTitles.map((title) => t(title))}
        rows={waves.map((wave, nth) => ({
          key: String(nth),
          cells: [
            formatNumber(nth + 1),
            membersOf(wave, { waveKind, isLast: nth === waves.length - 1, nameOf }),
            ...limitsOf(wave),
          ],
        }))}
      />
    </>
  )
}

interface Division extends Pick<Plan, 'waveKind'> {
  readonly isLast: boolean
  readonly nameOf: (id: string) => string
}

/** Who is in a wave; the last one takes all others. */
function membersOf({ count, percent, groupId }: PlanWave, { waveKind, isLast, nameOf }: Division) {
  if (waveKind === 'SINGLE') return t('plan.everyTerminal')
  if (waveKind === 'RINGS' && groupId) return <bdi>{nameOf(groupId)}</bdi>
  if (isLast) return t('plan.othersAll')
  if (waveKind === 'LADDER' && percent !== undefined)
    return t('plan.upTo', { percent: formatPercent(percent / 100) })
  return count === undefined ? t('plan.othersAll') : formatNumber(count)
}

/** What a wave has to come to; 0 and 100 percent ask for nothing. */
const limitsOf = ({ successPercent, errorPercent, errorCount, soakMinutes }: PlanWave) => [
  successPercent === 0 ? t('plan.allEnded') : formatNumber(successPercent),
  errorPercent === 100 ? t('plan.noLimit') : formatNumber(errorPercent),
  errorCount == null ? t('plan.noLimit') : formatNumber(errorCount),
  formatNumber(soakMinutes),
]
