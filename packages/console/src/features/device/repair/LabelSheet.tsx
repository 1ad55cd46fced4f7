import type { Repair } from '@muster/contract'
import { createPortal } from 'react-dom'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import classes from './repair.module.css'
import { faultTexts } from './repairTexts.ts'

interface LabelProps {
  readonly repair: Repair
  readonly close: () => void
}

/** What is stuck on a terminal that goes to the depot: on the screen, and on paper. */
export function LabelSheet({ repair, close }: LabelProps) {
  return (
    <>
      <Label ticket={repair} />
      {createPortal(
        <div data-paper className={classes.paper} aria-hidden="true">
          <Label ticket={repair} />
        </div>,
        document.body,
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('kit.close')}
        </Button>
        <Button onClick={() => window.print()}>{t('repair.label')}</Button>
      </Group>
    </>
  )
}

/** A scanner at the depot reads the ticket's number. */
function Label({ ticket }: { readonly ticket: Repair }) {
  const { ticketNo, sn, modelName, orgName, stationName, fault, createdAt } = ticket
  const { depotName, pickupAddress } = ticket
  const lines = [
    [t('repair.sn'), <Ltr key="sn">{sn}</Ltr>],
    [t('repair.model'), modelName],
    [t('repair.fault'), t(faultTexts[fault])],
    [t('repair.org'), [orgName, stationName].filter(Boolean).join(' · ')],
    [t('repair.depot'), depotName],
    [t('repair.pickupAddress'), pickupAddress],
    [t('repair.createdAt'), <Time key="at" at={createdAt} />],
  ] as const
  return (
    <div className={classes.label}>
      <QrCode text={ticketNo} label={ticketNo} />
      <div>
        <strong>
          <Ltr>{ticketNo}</Ltr>
        </strong>
        <dl>
          {lines.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </div>
  )
}
