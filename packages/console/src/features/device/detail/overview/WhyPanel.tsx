import { type Device, deviceLife, type JudgedWish, type TextKey, type Wish } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { pathOf, query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import { commandText } from '../../command/commandTexts.ts'
import { useRefresh } from '../../useRefresh.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { GateLine } from './GateLine.tsx'
import { WhyApp } from './WhyApp.tsx'

const wishTexts: Readonly<Record<Wish, TextKey>> = {
  ONLINE: 'life.wish.ONLINE',
  PAYMENTS: 'life.wish.PAYMENTS',
  COMMAND: 'life.wish.COMMAND',
  SETTINGS: 'life.wish.SETTINGS',
  ALARM: 'life.wish.ALARM',
}

/** Of each thing wanted of the terminal, what lets it through and what holds it back. */
export function WhyPanel({ device }: { readonly device: Pick<Device, 'id'> }) {
  const { active } = usePage()
  const asked = { params: { id: device.id } }
  const why = useQuery({ ...query(deviceLife.why, asked), subscribed: active })
  useRefresh(pathOf(deviceLife.why, asked))
  return (
    <Panel title={t('life.why')}>
      <p className={classes.quiet}>{t('life.whyLead')}</p>
      <Loaded query={why} permission={deviceLife.why.permission}>
        {(wishes) => <Wishes wishes={wishes} />}
      </Loaded>
      <WhyApp deviceId={device.id} />
    </Panel>
  )
}

/** What is held back, and behind one line all that is not: nobody asks why of these. */
function Wishes({ wishes }: { readonly wishes: readonly JudgedWish[] }) {
  const [open, held] = [true, false].map((isOpen) =>
    wishes
      .filter((wish) => wish.isOpen === isOpen)
      .map((wish) => <WishPart key={wish.cmd ?? wish.wish} wish={wish} />),
  )
  const count = open?.length ?? 0
  return (
    <>
      {held}
      {count > 0 && (
        <details className={classes.wishes}>
          <summary>{t('life.wishesOpen', { count })}</summary>
          {open}
        </details>
      )}
    </>
  )
}

function WishPart({ wish: { wish, cmd, isOpen, gates } }: { readonly wish: JudgedWish }) {
  return (
    <details className={classes.wish}>
      <summary>
        <span>{t(wishTexts[wish], { command: cmd ? commandText(cmd) : '' })}</span>{' '}
        <StatusBadge tone={isOpen ? 'good' : 'waiting'}>
          {t(isOpen ? 'life.wishOpen' : 'life.wishClosed')}
        </StatusBadge>
      </summary>
      <ul>
        {gates.map((gate) => (
          <GateLine key={gate.gate} gate={gate} />
        ))}
      </ul>
    </details>
  )
}
