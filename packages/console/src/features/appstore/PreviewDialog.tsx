import { type Banner, imageUrl, models } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../kit/form/RecordPicker.tsx'
import { query } from '../../kit/queries.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './appstore.module.css'
import { screenOf } from './screenOf.ts'

/** A banner on the screen of a model. */
export function PreviewDialog({ dialog }: { readonly dialog: Dialog<Banner> }) {
  const { record, isOpen, close } = dialog
  const title = t('banner.previewOf', { name: record?.title ?? '' })
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <Preview key={record.id} banner={record} />}
    </DialogFrame>
  )
}

function Preview({ banner }: { readonly banner: Banner }) {
  const [id, setId] = useState(banner.modelIds[0] ?? null)
  const model = useQuery({ ...query(models.detail, { params: { id: id ?? '' } }), enabled: !!id })
  const screen = screenOf(model.data?.screen ?? null)
  const source = imageUrl(screen.width > 720 ? banner.imageWide : banner.imageNarrow)
  const size = { width: formatNumber(screen.width), height: formatNumber(screen.height) }
  return (
    <>
      <RecordPicker
        label={t('banner.previewModel')}
        of={models}
        value={id}
        onChange={setId}
        required={false}
      />
      <p className={classes.hint}>{t('banner.previewScreen', size)}</p>
      <div
        className={classes.screen}
        data-placement={banner.placement}
        style={{ aspectRatio: `${screen.width} / ${screen.height}` }}
      >
        {source ? (
          <img src={source} alt={banner.title} />
        ) : (
          <p className={classes.missing}>{t('banner.noPicture')}</p>
        )}
      </div>
    </>
  )
}
