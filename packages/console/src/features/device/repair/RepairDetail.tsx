import {
  type DetailedRepair,
  type Repair,
  type RepairCheck,
  repairChecks,
  type RepairEvent,
  type RepairHolder,
  repairHolders,
  repairs,
  type RepairState,
  repairStates,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Day, Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { Facts } from '../../../kit/page/Facts.tsx'
import { formatAll, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { severityTexts } from '../../alarm/index.ts'
import classes from './repair.module.css'
import { Due, holderText } from './repairColumns.tsx'
import { Photos } from './Photos.tsx'
import {
  checkTexts,
  faultTexts,
  holderTexts,
  outcomeTexts,
  outcomeTones,
  resultTexts,
  sourceTexts,
  stateTexts,
} from './repairTexts.ts'
import { StateBadge } from './StateBadge.tsx'
import { Handed } from '../command/Handed.tsx'
import { DeviceLink } from '../facts/DeviceLink.tsx'

/** A ticket whole, with all that was done. */
export function RepairDetail({ dialog }: { readonly dialog: Dialog<Repair> }) {
  const { record, isOpen, close } = dialog
  const title = t('repair.detailOf', { no: record?.ticketNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && <Detail id={record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const found = useQuery(query(repairs.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={repairs.detail.permission}>
      {(ticket) => (
        <>
          <Facts>
            {[...factsOf(ticket), ...endOf(ticket)].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || nothing}</dd>
              </div>
            ))}
          </Facts>
          <h3 className={classes.heading}>{t('repair.description')}</h3>
          <Said>{ticket.description}</Said>
          {ticket.photos.length > 0 && <Photos {...ticket} />}
          {ticket.checks.length > 0 && <Checks checks={ticket.checks} />}
          {ticket.parts.length > 0 && <Parts parts={ticket.parts} />}
          <h3 className={classes.heading}>{t('repair.history')}</h3>
          <Events {...ticket} />
        </>
      )}
    </Loaded>
  )
}

/** What somebody wrote, in the lines in which he wrote it. */
const Said = ({ children }: { readonly children: string | null }) => (
  <div className={classes.said}>
    <Words>{children}</Words>
  </div>
)

function Parts({ parts }: Pick<DetailedRepair, 'parts'>) {
  return (
    <>
      <h3 className={classes.heading}>{t('repair.partsField')}</h3>
      <ul className={classes.events}>
        {parts.map(({ name, quantity, price }) => (
          <li key={name}>
            {t('repair.partLine', {
              name,
              quantity: formatNumber(quantity),
              price: formatNumber(price),
            })}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What came of its latest test. */
function Checks({ checks }: Pick<DetailedRepair, 'checks'>) {
  return (
    <>
      <h3 className={classes.heading}>{t('repair.checks')}</h3>
      <ul className={classes.tested}>
        {checks.map(({ check, outcome, note }) => (
          <li key={check}>
            <span>{t(checkTexts[check])}</span>
            <StatusBadge tone={outcomeTones[outcome]}>{t(outcomeTexts[outcome])}</StatusBadge>
            {note && <Words>{note}</Words>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Events({ events, sn }: Pick<DetailedRepair, 'events' | 'sn'>) {
  if (events.length === 0) return <p className={classes.hint}>{t('repair.noHistory')}</p>
  return (
    <ol className={classes.events}>
      {events.map((event) => (
        <li key={event.id}>
          <span>{eventText(event)}</span>
          {event.kind === 'PICTURE' && event.itemId !== null ? (
            <Handed item={pictureOf(event.itemId, event.text)} sn={sn} />
          ) : (
            event.text && <EventWords event={event} />
          )}
          <small>
            <Time at={event.at} /> {event.by && <Ltr>{event.by}</Ltr>}
          </small>
        </li>
      ))}
    </ol>
  )
}

/** A picture that its terminal has handed in, as items have it. */
const pictureOf = (id: string, name: string | null) => ({
  id,
  file: { kind: 'SCREENSHOT', name: name ?? '', bytes: 0 } as const,
})

/** What was written; of a log, the way to it. */
function EventWords({ event: { kind, text, itemId } }: { readonly event: RepairEvent }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MANAGE_DEVICE_LOG'))
  if (kind !== 'LOG' || itemId === null || path === null) return <Said>{text}</Said>
  return (
    <a className={classes.link} href={`#${path}?log=${itemId}`}>
      <Ltr>{text}</Ltr>
    </a>
  )
}

const isState = (word: string): word is RepairState => repairStates.some((state) => state === word)
const isHolder = (word: string): word is RepairHolder =>
  repairHolders.some((holder) => holder === word)

const isCheck = (word: string): word is RepairCheck => repairChecks.some((check) => check === word)

/** Of a test: what failed. */
function testText(after: string | null): string {
  const failed = (after ?? '').split(',').filter(isCheck)
  if (failed.length === 0) return t('repair.event.CHECK.passed')
  const checks = formatAll(failed.map((check) => t(checkTexts[check])))
  return t('repair.event.CHECK.failed', { checks })
}

function eventText({ kind, before, after }: RepairEvent): string {
  if (kind === 'CHECK') return testText(after)
  if (kind === 'PHOTO')
    return t('repair.event.PHOTO', {
      added: formatNumber(Number(after)),
      removed: formatNumber(Number(before)),
    })
  if (kind === 'COMMENT') return t('repair.event.COMMENT')
  if (kind === 'LOG') return t('repair.event.LOG')
  if (kind === 'TOLD') return t('repair.event.TOLD')
  if (kind === 'PICTURE') return t('repair.event.PICTURE')
  if (after === null) return t('repair.event.UNASSIGN')
  if (kind === 'ASSIGN') return t('repair.event.ASSIGN', { after })
  if (kind === 'STATE')
    return t('repair.event.STATE', { after: isState(after) ? t(stateTexts[after]) : after })
  return t('repair.event.CUSTODY', { after: isHolder(after) ? t(holderTexts[after]) : after })
}

const factsOf = (ticket: DetailedRepair) =>
  [
    [t('repair.state'), <StateBadge key="state" state={ticket.state} />],
    [t('repair.dueAt'), ticket.dueAt ? <Due key="due" {...ticket} /> : t('repair.noClock')],
    [t('repair.sn'), <DeviceLink key="sn" id={ticket.deviceId} sn={ticket.sn} />],
    [t('repair.model'), ticket.modelName],
    [t('repair.org'), ticket.orgName],
    [t('repair.station'), ticket.stationName],
    [t('repair.fault'), t(faultTexts[ticket.fault])],
    [t('repair.severity'), t(severityTexts[ticket.severity])],
    [t('repair.holder'), holderText(ticket)],
    [t('repair.assignee'), <Ltr key="assignee">{ticket.assigneeName}</Ltr>],
    [t('repair.depot'), ticket.depotName],
    [t('repair.expectedReturn'), <Day key="back" on={ticket.expectedReturn} />],
  ] as const

/** How it came in, what it costs, and how it ended. */
const endOf = (ticket: DetailedRepair) =>
  [
    [t('repair.createdAt'), <Time key="created" at={ticket.createdAt} />],
    [t('repair.createdBy'), <Ltr key="maker">{ticket.createdBy}</Ltr>],
    [t('repair.source'), t(sourceTexts[ticket.source])],
    [t('repair.contact'), ticket.contact],
    [t('repair.pickupAddress'), ticket.pickupAddress],
    [t('repair.loanSn'), <Ltr key="loan">{ticket.loanSn}</Ltr>],
    [t('repair.rmaNo'), <Ltr key="rma">{ticket.rmaNo}</Ltr>],
    [t('repair.cost'), ticket.cost === null ? null : formatNumber(ticket.cost)],
    [t('repair.result'), ticket.result && t(resultTexts[ticket.result])],
    [t('repair.rootCause'), <Said key="cause">{ticket.rootCause}</Said>],
    [t('repair.swapSn'), <Ltr key="swap">{ticket.swapSn}</Ltr>],
    [t('repair.closedAt'), <Time key="closed" at={ticket.closedAt} />],
  ] as const
