import {
  type ResultGate,
  type ResultWhy,
  type TextKey,
  type UpgradeResult,
  upgradeResults,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { PassLine } from '../../../kit/page/PassLine.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { askedText, codeText } from '../../device/index.ts'
import { cureText, stepText } from '../../push/index.ts'
import { heldTexts, outcomeTexts, stateTexts, waveStateTexts } from '../plan/planTexts.ts'
import { PlanLink } from '../plan/PlanLink.tsx'
import { ReasonText } from '../plan/ReasonText.tsx'
import classes from '../upgrade.module.css'

/** Why an upgrade is not done on a terminal: what ended it, and what of its plan, of itself and of its version holds it back. */
export function WhyDialog({ dialog }: { readonly dialog: Dialog<UpgradeResult> }) {
  const { record, isOpen, close } = dialog
  const title = t('upgradeResult.whyOf', { sn: record?.sn ?? '', version: record?.toVersion ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Reasons result={record} />}
    </DialogFrame>
  )
}

function Reasons({ result: { id, code } }: { readonly result: UpgradeResult }) {
  const why = useQuery(query(upgradeResults.why, { params: { id } }))
  return (
    <div className={classes.form}>
      {code !== null && (
        <Callout title={`${code} ${codeText(code) ?? ''}`}>{cureText(code)}</Callout>
      )}
      <Loaded query={why} permission={upgradeResults.why.permission}>
        {({ plan, gates, asks }) => (
          <>
            {plan && <OfPlan plan={plan} />}
            {gates.length === 0 && (
              <p className={classes.hint}>{t('upgradeResult.nothingHolds')}</p>
            )}
            <ul className={classes.trail}>
              {gates.map((one) => (
                <PassLine
                  key={one.gate}
                  passes={one.passes}
                  until={needsWords(one) ? one.until : null}
                >
                  {t(gateTexts[one.gate])} <Value of={one} />
                </PassLine>
              ))}
            </ul>
            <Asked asks={asks} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The plan that it comes of, and what has stopped that. */
const OfPlan = ({ plan }: { readonly plan: NonNullable<ResultWhy['plan']> }) => (
  <div>
    <PlanLink planId={plan.id} planNo={plan.planNo} planName={plan.name} />
    {plan.waveState !== null && <p>{t('plan.waveOf', { number: formatNumber(plan.wave) })}</p>}
    {[plan.reason, plan.waveReason]
      .filter((reason, nth, all) => reason !== null && all.indexOf(reason) === nth)
      .map((reason) => (
        <p key={reason} className={classes.hint}>
          <ReasonText reason={reason ?? ''} />
        </p>
      ))}
  </div>
)

/** What the version asks of the terminal: what is not so first. */
function Asked({ asks }: Pick<ResultWhy, 'asks'>) {
  if (asks.length === 0) return null
  const ordered = asks.toSorted((one, other) => Number(one.passes) - Number(other.passes))
  return (
    <details open={asks.some(({ passes }) => !passes)}>
      <summary>{t('upgradeResult.asks')}</summary>
      <ul className={classes.trail}>
        {ordered.map(({ code, passes }) => (
          <PassLine key={code} passes={passes}>
            {askedText(code)}
          </PassLine>
        ))}
      </ul>
    </details>
  )
}

type Gate = ResultWhy['gates'][number]

/** What lets through needs no words, but how far the terminal is. */
const needsWords = ({ gate, passes }: Gate): boolean => !passes || gate === 'TERMINAL'

/** What a gate was judged by. */
function Value({ of }: { readonly of: Gate }) {
  const { gate, value, reason } = of
  if (!needsWords(of)) return null
  const says = value === null ? null : wordsOf(gate, value)
  return (
    <>
      {says !== null && <bdi>{`(${says})`}</bdi>} {reason !== null && <bdi>{reason}</bdi>}
    </>
  )
}

const gateTexts: Readonly<Record<ResultGate, TextKey>> = {
  PLAN: 'upgradeResult.gate.PLAN',
  WAVE: 'upgradeResult.gate.WAVE',
  OTHER_PLAN: 'upgradeResult.gate.OTHER_PLAN',
  BEFORE: 'upgradeResult.gate.BEFORE',
  SENDING: 'upgradeResult.gate.SENDING',
  TERMINAL: 'upgradeResult.gate.TERMINAL',
  CONTACT: 'upgradeResult.gate.CONTACT',
  PROOF: 'upgradeResult.gate.PROOF',
}

/** What the words of each gate are called; others are said as they are. */
const valueTexts: Partial<Record<ResultGate, Readonly<Record<string, TextKey>>>> = {
  PLAN: stateTexts,
  WAVE: waveStateTexts,
  SENDING: heldTexts,
  // Its own hours are those in which it installs.
  TERMINAL: { ...heldTexts, WINDOW: heldTexts.INSTALL_HOURS },
  PROOF: { ...heldTexts, ...outcomeTexts },
}

function wordsOf(gate: ResultGate, value: string): string {
  const key = valueTexts[gate]?.[value]
  if (key) return t(key)
  return gate === 'TERMINAL' ? stepText(value) : value
}
