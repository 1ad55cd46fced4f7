import {
  organizations,
  type Plan,
  type PlanForm as Form,
  planPractices,
  plans,
  type TextKey,
  upgradeVersions,
  waveKinds,
} from '@muster/contract'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MomentField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import {
  CheckField,
  ChoiceField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import type { Aim } from './aim.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { membersIn } from './memberHold.ts'
import { OptionFields } from './OptionFields.tsx'
import classes from './plan.module.css'
import { failureTexts, membershipTexts, waveKindTexts } from './planTexts.ts'
import { serialsIn, TargetsField } from './TargetsField.tsx'
import { WavesField, wavesFor } from './WavesField.tsx'

type Field = (name: keyof Form & string, label: TextKey) => FieldHold

interface StepProps {
  readonly field: Field
}

const steps = ['base', 'targets', 'waves', 'schedule', 'confirm'] as const
type Step = (typeof steps)[number]

/** So few terminals are no estate to feel one's way through. */
const few = 10

/** A new plan feels its way up, unless it is for a few that somebody has named. */
function startOf(aim: Aim | null) {
  const { ids, sns } = membersIn(aim?.targets)
  const named = [ids, sns].find((one) => Array.isArray(one))
  const waveKind = named && named.length < few ? 'SINGLE' : 'LADDER'
  return { waveKind, waves: wavesFor(waveKind), targets: { orgId: '' }, ...aim } as const
}

interface PlanFormProps {
  readonly dialog: Dialog<Plan>
  /** What a new one begins with; null: nothing yet. */
  readonly aim: Aim | null
  /** Opens the practice of a plan. */
  readonly practise: (plan: Plan) => void
}

/** Adds and edits a plan in five steps; each keeps what was said in the others. */
export function PlanForm({ dialog, aim, practise }: PlanFormProps) {
  const { want, take, begin } = usePractiseAfter(practise)
  const [step, setStep] = useStep(dialog)
  const goesOn = dialog.record === null && step !== 'confirm'
  return (
    <FormDialog
      of={plans}
      dialog={dialog}
      title="plan.add"
      size="80rem"
      start={startOf(aim)}
      goesOn={goesOn}
      confirmSave={take}
      onSaved={(saved) => void begin(saved)}
    >
      {(field) => <Steps {...{ field, step, setStep, goesOn }} practise={want} />}
    </FormDialog>
  )
}

/** Which step is shown: the first one, whenever the form is opened. */
function useStep({ isOpen }: Dialog<Plan>) {
  const [step, setStep] = useState<Step>('base')
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setStep('base')
  }
  return [step, setStep] as const
}

/** Begins the practice of a plan once it is saved, where the button that saves it says so. */
function usePractiseAfter(practise: (plan: Plan) => void) {
  const act = useAction(plans)
  const isWanted = useRef(false)
  const isNext = useRef(false)
  return {
    /** Called by the click that sends the form: what comes of the form later is no wish of this button. */
    want: () => {
      isWanted.current = true
      setTimeout(() => {
        isWanted.current = false
      })
    },
    take: async () => {
      isNext.current = isWanted.current
      return true
    },
    begin: async (plan: Plan) => {
      if (!isNext.current) return
      const { id, name } = plan
      await act(planPractices.begin, { params: { id } }, () => t('practice.begun', { name }))
      practise(plan)
    },
  }
}

interface ConfirmProps extends StepProps {
  /** Says that what is saved next is to be practised. */
  readonly practise: () => void
}

interface StepsProps extends ConfirmProps {
  readonly step: Step
  readonly setStep: (step: Step) => void
  /** The way on is what the form wants of its reader next. */
  readonly goesOn: boolean
}

function Steps({ field, step, setStep, goesOn, practise }: StepsProps) {
  const top = useRef<HTMLDivElement>(null)
  // Both of the buttons that turn stand below what is to be read next, and one of them may be gone then.
  const turn = (next: Step) => {
    flushSync(() => setStep(next))
    top.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  }
  return (
    <>
      <div ref={top} className={classes.steps} role="group" aria-label={t('plan.steps')}>
        {steps.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === step ? 'light' : 'default'}
            aria-pressed={one === step}
            onClick={() => setStep(one)}
          >
            {t(`plan.step.${one}`)}
          </Button>
        ))}
      </div>
      {step === 'base' && <Base field={field} />}
      {step === 'targets' && <Targets field={field} />}
      {step === 'waves' && <Waves field={field} />}
      {step === 'schedule' && <Schedule field={field} />}
      {step === 'confirm' && <Confirm field={field} practise={practise} />}
      <Faults field={field} />
      <StepTurn step={step} goesOn={goesOn} go={turn} />
    </>
  )
}

interface StepTurnProps extends Pick<StepsProps, 'step' | 'goesOn'> {
  readonly go: (step: Step) => void
}

/** The way to the step before and the one after. */
function StepTurn({ step, goesOn, go }: StepTurnProps) {
  const nth = steps.indexOf(step)
  const [before, after] = [steps[nth - 1], steps[nth + 1]]
  return (
    <div className={classes.turn}>
      {before && (
        <Button size="xs" variant="default" onClick={() => go(before)}>
          {t('plan.previous', { step: t(`plan.step.${before}`) })}
        </Button>
      )}
      {after && (
        <Button size="xs" variant={goesOn ? 'filled' : 'light'} onClick={() => go(after)}>
          {t('plan.next', { step: t(`plan.step.${after}`) })}
        </Button>
      )}
    </div>
  )
}

/** Fields of steps, as they are called: a fault of a step that is not shown is named. */
const labels = {
  name: 'plan.name',
  orgId: 'plan.organization',
  versionIds: 'plan.versions',
  targets: 'push.targets',
  excluded: 'plan.excluded',
  waves: 'plan.waves',
  options: 'plan.step.schedule',
  startAt: 'plan.startAt',
  endAt: 'plan.endAt',
  ticketNo: 'plan.ticketNo',
  purpose: 'plan.purpose',
  membership: 'plan.membership',
} as const satisfies Partial<Record<keyof Form, TextKey>>
const named = [
  'name',
  'orgId',
  'ticketNo',
  'purpose',
  'versionIds',
  'targets',
  'membership',
  'excluded',
  'waves',
  'options',
  'startAt',
  'endAt',
] as const

function Faults({ field }: StepProps) {
  const faults = named
    .map((name) => field(name, labels[name]))
    .filter(({ error }) => error !== undefined)
  if (faults.length === 0) return null
  return (
    <p role="alert" className={classes.fault}>
      {faults.map(({ label, error }) => `${label}: ${error ?? ''}`).join('; ')}
    </p>
  )
}

const Base = ({ field }: StepProps) => (
  <>
    <TextField {...field('name', 'plan.name')} />
    <RecordField {...field('orgId', 'plan.organization')} of={organizations} />
    <TextField {...field('ticketNo', 'plan.ticketNo')} />
    <LongTextField {...field('purpose', 'plan.purpose')} rows={2} />
    <RecordsField
      {...field('versionIds', 'plan.versions')}
      of={upgradeVersions}
      none={t('plan.noVersions')}
    />
    <p className={classes.hint}>{t('plan.versionsHint')}</p>
  </>
)

function Targets({ field }: StepProps) {
  const excluded = field('excluded', 'plan.excluded')
  return (
    <>
      <TargetsField {...field('targets', 'push.targets')} />
      <ChoiceField {...field('membership', 'plan.membership')} options={texts(membershipTexts)} />
      <LinesField
        {...excluded}
        hint={t('plan.excludedHint')}
        onBlur={() => excluded.onChange(serialsIn(excluded.value))}
      />
    </>
  )
}

function Waves({ field }: StepProps) {
  const kind = field('waveKind', 'plan.waveKind')
  const waves = field('waves', 'plan.waves')
  const chosen = waveKinds.find((one) => one === kind.value) ?? 'SINGLE'
  const act = field('onFailure', 'plan.onFailure')
  return (
    <>
      <ChoiceField
        {...kind}
        options={texts(waveKindTexts)}
        onChange={(value) => {
          kind.onChange(value)
          waves.onChange(wavesFor(waveKinds.find((one) => one === value) ?? 'SINGLE'))
        }}
      />
      <div className={classes.wide}>
        <WavesField {...waves} kind={chosen} />
      </div>
      <ChoiceField {...act} options={texts(failureTexts)} />
      {act.value === 'ABORT' && <CheckField {...field('rollsBack', 'plan.rollsBack')} />}
    </>
  )
}

const Schedule = ({ field }: StepProps) => (
  <>
    <MomentField {...field('startAt', 'plan.startAt')} />
    <MomentField {...field('endAt', 'plan.endAt')} />
    <OptionFields {...field('options', 'plan.step.schedule')} />
  </>
)

const confirmed = [
  'versionIds',
  'targets',
  'excluded',
  'waveKind',
  'waves',
  'startAt',
  'endAt',
  'options',
] as const

function Confirm({ field, practise }: ConfirmProps) {
  const said = confirmed.map((name) => [name, field(name, 'plan.name').value || null] as const)
  const values = Object.fromEntries(said)
  return (
    <>
      <ConfirmStep said={{ ...values, excluded: serialsIn(values['excluded']) }} />
      <PractiseFirst practise={practise} />
    </>
  )
}

/** The way to try the plan before it is handed in. */
const PractiseFirst = ({ practise }: Pick<ConfirmProps, 'practise'>) => (
  <div className={classes.acts}>
    <p className={classes.hint}>{t('practice.first')}</p>
    <Permitted to={planPractices.begin.permission}>
      {/* What it gives is given on the caller's behalf. */}
      <Permitted to={plans.start.permission}>
        <Button type="submit" size="xs" variant="default" onClick={practise}>
          {t('practice.saveAndBegin')}
        </Button>
      </Permitted>
    </Permitted>
  </div>
)
