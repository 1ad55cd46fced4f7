import { deviceKeys, type KeySlotRow, kindsOfAlarm } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Phrase } from '../../../../kit/page/Phrase.tsx'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Day, Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'
import { WideTable } from '../WideTable.tsx'
import { KeyEvents } from './KeyEvents.tsx'
import { keyStateTexts, keyStateTones, keyTypeTexts } from './keyTexts.ts'

/** Which keys the terminal holds, by their check values, and what came and went. */
export function KeysTab({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const found = useQuery({
    ...query(deviceKeys.slots, { params: { id: deviceId } }),
    subscribed: active,
  })
  return (
    <Loaded query={found} permission={deviceKeys.slots.permission}>
      {({ toldAt, slots, events, approvedUntil }) => (
        <div className={classes.column}>
          <Panel
            title={t('device.keys')}
            aside={toldAt === null ? undefined : <Reported at={toldAt} />}
          >
            {slots.length === 0 ? (
              <p className={classes.quiet}>
                {t(toldAt === null ? 'device.keys.noReport' : 'device.keys.none')}
              </p>
            ) : (
              <KeyTable slots={slots} />
            )}
            {approvedUntil !== null && <Approval until={approvedUntil} />}
          </Panel>
          {events.length > 0 && <KeyEvents events={events} />}
        </div>
      )}
    </Loaded>
  )
}

/** Whether the card industry approves of its model. */
function Approval({ until }: { readonly until: string }) {
  return (
    <p className={classes.quiet}>
      <Phrase
        text={t(isOver(until) ? 'device.keys.approvalOver' : 'device.keys.approval')}
        parts={{ day: <Day on={until} /> }}
      />
    </p>
  )
}
const isOver = (day: string): boolean => Date.parse(day) + dayMs < Date.now()
const dayMs = 86_400_000

/** As soon as alarms tell of it, unless a rule says otherwise. */
const soonMs = (kindsOfAlarm.KEY_END.threshold?.usual ?? 0) * dayMs
const isSoon = (moment: string | null): boolean =>
  moment !== null && Date.parse(moment) - soonMs < Date.now()

function KeyTable({ slots }: { readonly slots: readonly KeySlotRow[] }) {
  return (
    <WideTable
      label={t('device.keys')}
      heads={[
        'device.key.slot',
        'device.key.type',
        'device.key.kcv',
        'device.key.ksi',
        'device.key.injectedAt',
        'device.key.expiresAt',
        'device.key.state',
        'device.key.changedAt',
      ]}
    >
      {slots.map((slot) => (
        <Line
          key={`${slot.slot} ${slot.type}`}
          slot={slot}
          isOther={slots.some((one) => isInsteadOf(one, slot))}
        />
      ))}
    </WideTable>
  )
}

/** Whether a slot holds one key where its model demands another. */
const isInsteadOf = (held: KeySlotRow, wanted: KeySlotRow): boolean =>
  wanted.changedAt === null && held.slot === wanted.slot && held.changedAt !== null

interface LineProps {
  readonly slot: KeySlotRow
  readonly isOther: boolean
}

function Line({ slot, isOther }: LineProps) {
  const { type, kcv, ksi, injectedAt, expiresAt, isRequired, changedAt } = slot
  return (
    <tr>
      <td>
        <Ltr>{slot.slot}</Ltr>
        {isRequired && <small className={classes.second}>{t('device.key.required')}</small>}
      </td>
      <td>{t(keyTypeTexts[type])}</td>
      <td>{kcv === null ? nothing : <Ltr>{kcv}</Ltr>}</td>
      <td>{ksi === null ? nothing : <Ltr>{ksi}</Ltr>}</td>
      <td>
        <Time at={injectedAt} />
      </td>
      <td>
        <Time at={expiresAt} />
      </td>
      <td>
        <State slot={slot} />
        {isOther && <small className={classes.second}>{t('device.key.otherType')}</small>}
      </td>
      <td>
        <Time at={changedAt} />
      </td>
    </tr>
  )
}

const State = ({ slot: { state, expiresAt } }: { readonly slot: KeySlotRow }) =>
  state === 'OK' && isSoon(expiresAt) ? (
    <StatusBadge tone="waiting">{t('device.keyState.ENDING')}</StatusBadge>
  ) : (
    <StatusBadge tone={keyStateTones[state]}>{t(keyStateTexts[state])}</StatusBadge>
  )
