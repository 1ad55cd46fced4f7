import { type ReplyOf, type Station, stations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import classes from './station.module.css'

/** The codes by which the terminals of a station become active, on the screen and on paper. */
export function QrDialog({ dialog }: { readonly dialog: Dialog<Station> }) {
  const { record, isOpen } = dialog
  const found = useQuery({
    ...query(stations.qr, { params: { id: record?.id ?? '' } }),
    enabled: isOpen && record !== null,
    staleTime: 0,
  })
  return (
    <DialogFrame
      isOpen={isOpen}
      close={dialog.close}
      title={t('station.qrTitle', { name: record?.name ?? '' })}
      size="80rem"
    >
      <Loaded query={found} permission={stations.qr.permission}>
        {(data) => (
          <>
            <Sheet found={data} />
            {isOpen &&
              createPortal(
                <div data-paper className={classes.paper} aria-hidden="true">
                  <h1>{data.name}</h1>
                  <p>
                    {data.orgName} · {data.address} · <Ltr>{data.code}</Ltr>
                  </p>
                  <Sheet found={data} />
                </div>,
                document.body,
              )}
            <Group justify="flex-end" mt="md">
              <Button variant="default" onClick={dialog.close}>
                {t('kit.close')}
              </Button>
              <Button disabled={data.terminals.length === 0} onClick={() => window.print()}>
                {t('station.qrPrint')}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </DialogFrame>
  )
}

function Sheet({ found: { terminals, more } }: { readonly found: ReplyOf<typeof stations.qr> }) {
  if (terminals.length === 0) return <p>{t('station.noTerminals')}</p>
  return (
    <>
      <div className={classes.sheet}>
        {terminals.map(({ id, sn, name, tid, text }) => (
          <div key={id} className={classes.ticket}>
            {text === null ? <p>{t('station.qrNoTid')}</p> : <QrCode text={text} label={sn} />}
            <p>
              <strong>
                <Ltr>{sn}</Ltr>
              </strong>
            </p>
            {name && <p>{name}</p>}
            {tid && (
              <p>
                {t('device.tid')}: <Ltr>{tid}</Ltr>
              </p>
            )}
          </div>
        ))}
      </div>
      {more > 0 && <p>{t('station.qrMore', { count: formatNumber(more) })}</p>}
    </>
  )
}
