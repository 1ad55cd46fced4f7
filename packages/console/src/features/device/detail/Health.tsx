import {
  type Ailment,
  type AskedCommand,
  type Cure,
  type Device,
  deviceLife,
  type Health,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { navigate } from '../../../platform/address.ts'
import { usePage } from '../../../kit/page/page.ts'
import { StatusBadge, Time } from '../../../kit/page/values.tsx'
import { pathOf, query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { alarmKindText } from '../../alarm/index.ts'
import { askCommand } from '../command/askedCommand.ts'
import { permissionOf } from '../command/commandRules.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import { eventTexts } from './eventTexts.ts'
import { devicePath, lifecycleTexts } from '../facts/deviceTexts.ts'
import { TabLink } from '../facts/TabLink.tsx'
import { type LifeAct, lifePermissions, whyNotLife } from '../life/lifeActs.ts'
import type { LifeDialogState } from '../life/useLifeDialog.ts'
import { useRefresh } from '../useRefresh.ts'
import classes from './detail.module.css'
import { Phrase } from '../../../kit/page/Phrase.tsx'

const ailmentTexts: Readonly<Record<Ailment, TextKey>> = {
  TAMPERED: 'life.ails.TAMPERED',
  ROOTED: 'life.ails.ROOTED',
  KEY_MISSING: 'life.ails.KEY_MISSING',
  NOT_IN_SERVICE: 'life.ails.NOT_IN_SERVICE',
  DISABLED: 'life.ails.DISABLED',
  OFFLINE: 'life.ails.OFFLINE',
  NEVER_SEEN: 'life.ails.NEVER_SEEN',
  ALARM_GRAVE: 'life.ails.ALARM_GRAVE',
  ENROLMENT_REFUSED: 'life.ails.ENROLMENT_REFUSED',
  DRIFT: 'life.ails.DRIFT',
  CLOCK_SKEWED: 'life.ails.CLOCK_SKEWED',
  STORAGE_LOW: 'life.ails.STORAGE_LOW',
  BATTERY_LOW: 'life.ails.BATTERY_LOW',
  PRINTER_ERROR: 'life.ails.PRINTER_ERROR',
  PAPER_OUT: 'life.ails.PAPER_OUT',
  ALARM_OPEN: 'life.ails.ALARM_OPEN',
  SUPPORT_OVER: 'life.ails.SUPPORT_OVER',
  WARRANTY_OVER: 'life.ails.WARRANTY_OVER',
}

const cureTexts: Readonly<Record<Cure, TextKey>> = {
  INSPECT: 'life.cure.INSPECT',
  MOVE_ON: 'life.cure.MOVE_ON',
  ENABLE: 'life.cure.ENABLE',
  CALL_ON_SITE: 'life.cure.CALL_ON_SITE',
  INSTALL: 'life.cure.INSTALL',
  LOAD_KEYS: 'life.cure.LOAD_KEYS',
  RELEASE: 'life.cure.RELEASE',
  SYNC: 'life.cure.SYNC',
  REBOOT: 'life.cure.REBOOT',
  CHARGE: 'life.cure.CHARGE',
  PAPER: 'life.cure.PAPER',
  REPAIR: 'life.cure.REPAIR',
  REPLACE: 'life.cure.REPLACE',
  SEE_ALARMS: 'life.cure.SEE_ALARMS',
}

interface HealthLineProps {
  readonly device: Device
  /** Where the moves of its life are asked about. */
  readonly life: LifeDialogState
}

/** In one sentence: is the terminal well, and if not, why, each with what cures it. */
export function HealthLine({ device, life }: HealthLineProps) {
  const { active } = usePage()
  const asked = { params: { id: device.id } }
  const isAllowed = useCan(deviceLife.health.permission)
  const { data } = useQuery({
    ...query(deviceLife.health, asked),
    subscribed: active,
    enabled: isAllowed,
  })
  useRefresh(pathOf(deviceLife.health, asked))
  if (!data) return null
  return (
    <div className={classes.health}>
      <p>
        {data.score !== null && (
          <StatusBadge tone={data.score >= 90 ? 'good' : data.score >= 60 ? 'waiting' : 'bad'}>
            {t('life.score', { score: data.score })}
          </StatusBadge>
        )}{' '}
        <span>{sentenceOf(data, device)}</span>
      </p>
      {data.reasons.length > 0 && (
        <ul>
          {data.reasons.map((reason) => (
            <li key={reason.ailment}>
              {/* The only one is what the sentence above has named. */}
              {data.reasons.length > 1 && <>{ailmentOf(reason, device)}. </>}
              <span className={classes.quiet}>
                <Phrase
                  text={t('life.cureTitle')}
                  parts={{ cure: <CureText cure={reason.cure} device={device} life={life} /> }}
                />
                {reason.at && (
                  <>
                    {' · '}
                    <Time at={reason.at} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <LastMoveLine health={data} />
    </div>
  )
}

/** What cures an ailment: a link or a button where the console can do it or show where. */
function CureText({ cure, device, life }: HealthLineProps & { readonly cure: Cure }) {
  const text = t(cureTexts[cure])
  const tab = cureTabs[cure]
  const cmd = cureCommands[cure]
  const act = cureActs[cure]?.find((one) => whyNotLife(device, one) === null)
  const mayMove = useCan(act ? lifePermissions[act] : [])
  const mayCommand = useCan(cmd ? permissionOf(cmd) : [])
  const whyNot = useWhyNot()
  if (tab)
    return (
      <TabLink id={device.id} tab={tab}>
        {text}
      </TabLink>
    )
  const start =
    cmd && mayCommand && whyNot(device, cmd) === null
      ? () => askCommand({ deviceId: device.id, cmd })
      : act && mayMove
        ? () => life.open({ act, device, chosen: null })
        : null
  if (!start) return text
  return (
    <button type="button" className={classes.cure} onClick={start}>
      {text}
    </button>
  )
}

/** What is looked into: where the page shows it. */
const cureTabs: Partial<Record<Cure, 'hardware' | 'connectivity' | 'alarms'>> = {
  INSPECT: 'hardware',
  CALL_ON_SITE: 'connectivity',
  SEE_ALARMS: 'alarms',
}

const cureCommands: Partial<Record<Cure, AskedCommand>> = {
  SYNC: 'SYNC',
  REBOOT: 'REBOOT',
  LOAD_KEYS: 'RKI',
}

/** The first that its state permits. */
const cureActs: Partial<Record<Cure, readonly LifeAct[]>> = {
  MOVE_ON: ['RESUME', 'FIND', 'RETURN'],
  REPAIR: ['REPAIR'],
  REPLACE: ['SWAP'],
}

function sentenceOf({ score, reasons }: Health, device: Device): string {
  if (score === null) return t('life.notExpected')
  if (reasons.length === 0) return t('life.well')
  const [first, ...more] = reasons
  const named = first ? ailmentOf(first, device) : ''
  return t(score >= 60 ? 'life.ill' : score > 0 ? 'life.unwell' : 'life.down', {
    reasons: more.length > 0 ? `${named} (+${formatNumber(more.length)})` : named,
  })
}

/** Slots of keys and kinds of alarms stand each by itself. */
function factOf(ailment: string, value: string): string {
  const each = value.split(', ')
  if (ailment === 'KEY_MISSING') return formatAll(each)
  return ailment.startsWith('ALARM_') ? formatAll(each.map(alarmKindText)) : value
}

const ailmentOf = ({ ailment, value }: Health['reasons'][number], { lifecycle }: Device): string =>
  t(ailmentTexts[ailment], {
    value: factOf(ailment, value ?? ''),
    state: t(lifecycleTexts[lifecycle]),
  })

/** What was done with it last, by whom and why; the other terminal of a swap is a click away. */
function LastMoveLine({ health: { lastMove } }: { readonly health: Health }) {
  if (!lastMove) return null
  const { event, at, by, reason, other } = lastMove
  return (
    <p className={classes.quiet}>
      <Phrase
        text={t(reason ? 'life.lastMoveReason' : 'life.lastMove')}
        parts={{
          act: t(eventTexts.get(event) ?? 'life.actions'),
          time: <Time at={at} />,
          by: by ?? t('life.somebody'),
          reason,
        }}
      />{' '}
      {other && (
        <a
          href={`#${devicePath(other.id)}`}
          onClick={(click) => {
            click.preventDefault()
            navigate(devicePath(other.id))
          }}
        >
          {t('life.otherTerminal', { sn: other.sn })}
        </a>
      )}
    </p>
  )
}
