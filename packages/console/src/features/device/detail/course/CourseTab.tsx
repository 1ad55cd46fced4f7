import {
  type CourseStep,
  type Device,
  deviceLife,
  type Lifecycle,
  lifecycles,
  type RepairHolder,
  repairHolders,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, Time, Words } from '../../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../../kit/pathOfScreen.ts'
import { query } from '../../../../kit/queries.ts'
import { useSession } from '../../../../kit/session.ts'
import { t } from '../../../../platform/texts.ts'
import { devicePath, lifecycleTexts } from '../../facts/deviceTexts.ts'
import { DeviceRepairs } from '../../repair/DeviceRepairs.tsx'
import { holderTexts } from '../../repair/repairTexts.ts'
import detail from '../detail.module.css'
import { eventTexts } from '../eventTexts.ts'
import { Panel } from '../Panel.tsx'
import classes from './course.module.css'

/** What became of a terminal: its repairs, the moves of its life, and whose hands it went through. */
export function CourseTab({ device: { id, sn } }: { readonly device: Device }) {
  const course = useQuery({
    ...query(deviceLife.course, { params: { id } }),
    subscribed: usePage().active,
  })
  return (
    <div className={detail.panels}>
      <DeviceRepairs deviceId={id} sn={sn} />
      <Panel title={t('device.course')}>
        <Loaded query={course} permission={deviceLife.course.permission}>
          {(steps) =>
            steps.length === 0 ? (
              <p className={detail.quiet}>{t('device.course.empty')}</p>
            ) : (
              <ol className={classes.steps}>
                {steps.map((step) => (
                  <Step key={step.id} step={step} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </Panel>
    </div>
  )
}

function Step({ step }: { readonly step: CourseStep }) {
  const { kind, event, before, after, text, other, ticketNo, at, by } = step
  const isMove = kind === 'MOVE'
  const word = isMove ? stateOf : holderOf
  return (
    <li>
      <strong>
        {isMove ? t(eventTexts.get(event ?? '') ?? 'life.actions') : t('device.course.CUSTODY')}
      </strong>
      {before !== after && (
        <span>{t('device.course.fromTo', { from: word(before), to: word(after) })}</span>
      )}
      {text && <Words>{text}</Words>}
      {other && (
        <a className={classes.link} href={`#${devicePath(other.id)}`}>
          {t('life.otherTerminal', { sn: other.sn })}
        </a>
      )}
      {ticketNo && <Ticket no={ticketNo} />}
      <small>
        <Time at={at} /> {by && <Ltr>{by}</Ltr>}
      </small>
    </li>
  )
}

function Ticket({ no }: { readonly no: string }) {
  const screen = useSession(({ menu }) => pathOfScreen(menu, 'REPAIR'))
  if (!screen) return <Ltr>{no}</Ltr>
  return (
    <a className={classes.link} href={`#${screen}?keyword=${no}`}>
      <Ltr>{no}</Ltr>
    </a>
  )
}

const isState = (word: string): word is Lifecycle => lifecycles.some((state) => state === word)
const isHolder = (word: string): word is RepairHolder =>
  repairHolders.some((holder) => holder === word)

const stateOf = (word: string | null): string =>
  word !== null && isState(word) ? t(lifecycleTexts[word]) : (word ?? '')
const holderOf = (word: string | null): string =>
  word !== null && isHolder(word) ? t(holderTexts[word]) : (word ?? '')
