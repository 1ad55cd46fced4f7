import { effectiveParams, type HeldDocument, heldDocuments } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { DeliveryBadge } from '../assignment/DeliveryBadge.tsx'
import { deliveryTones } from '../assignment/paramTexts.ts'
import { pushed } from '../assignment/usePushNow.ts'
import { PastButton } from './PastButton.tsx'
import classes from './terminal.module.css'

const Merged = lazyPart(async () => (await import('../json/Merged.tsx')).Merged)

interface DocumentsProps {
  readonly deviceId: string
  readonly sn: string
}

/** JSON documents of a terminal: what it should have, and whether it has it. */
export function Documents({ deviceId, sn }: DocumentsProps) {
  const { active } = usePage()
  const [shown, show] = useState<string | null>(null)
  const found = useQuery({
    ...query(heldDocuments.ofDevice, { params: { deviceId } }),
    subscribed: active,
    // It answers by itself while somebody looks.
    refetchInterval: 10_000,
  })
  return (
    <Loaded query={found} permission={heldDocuments.ofDevice.permission}>
      {(documents) =>
        documents.length > 0 && (
          <section className={classes.column}>
            <h2 className={classes.title}>{t('json.title')}</h2>
            <PlainTable
              label={t('json.title')}
              titles={[
                t('json.code'),
                t('param.state'),
                t('param.revision'),
                t('json.since'),
                t('json.proof'),
                '',
              ]}
              rows={documents.map((one) => ({
                key: one.code,
                cells: cellsOf(one, { deviceId, sn, show: () => show(one.code) }),
              }))}
            />
            <DialogFrame
              isOpen={shown !== null}
              close={() => show(null)}
              title={t('json.mergedOf', { code: shown ?? '' })}
              size="80rem"
            >
              {shown !== null && <Merged deviceId={deviceId} code={shown} />}
            </DialogFrame>
          </section>
        )
      }
    </Loaded>
  )
}

interface RowActsProps extends DocumentsProps {
  readonly show: () => void
}

const cellsOf = (held: HeldDocument, acts: RowActsProps) => [
  <Ltr key="code">{held.code}</Ltr>,
  <span key="state">
    {held.state === 'BLOCKED' ? (
      <StatusBadge tone={deliveryTones.BLOCKED}>{t('json.blocked')}</StatusBadge>
    ) : (
      <DeliveryBadge state={held.state} waitsFor={held.waitsFor} />
    )}{' '}
    {held.faults.length > 0 && <Ltr>{held.faults.join(' ')}</Ltr>}
  </span>,
  formatNumber(held.revision),
  <Time key="since" at={held.since} />,
  held.isProved === null ? (
    nothing
  ) : (
    <span key="proof">
      {t(held.isProved ? 'json.proved' : 'json.provedOther')} · <Time at={held.provedAt} />
    </span>
  ),
  <RowActs key="acts" held={held} {...acts} />,
]

/** States in which there is something to bring that is not on its way. */
const waits: ReadonlySet<HeldDocument['state']> = new Set([
  'PENDING',
  'PARTLY_APPLIED',
  'REJECTED',
  'FAILED',
  'DRIFT',
])

function RowActs({ held, deviceId, sn, show }: RowActsProps & { readonly held: HeldDocument }) {
  const act = useAction(effectiveParams)
  const { code, subjectId: appId, state } = held
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t('json.showOf', { code })} onClick={show}>
        {t('json.show')}
      </Button>
      <PastButton size="xs" of={{ deviceId, sn, appId, appName: code, hasFiles: false }} />
      {waits.has(state) && (
        <Permitted to={effectiveParams.bring.permission}>
          <Button
            size="xs"
            onClick={() =>
              void act(effectiveParams.bring, { params: { deviceId, appId } }, ({ count }) =>
                pushed(count),
              )
            }
          >
            {t('param.push')}
          </Button>
        </Permitted>
      )}
    </Group>
  )
}
