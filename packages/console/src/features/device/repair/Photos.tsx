import { type DetailedRepair, repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { fetchFile } from '../../../kit/download/download.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './repair.module.css'

type Photo = DetailedRepair['photos'][number]

/** The photos of a ticket, small; each opens large. */
export function Photos({ id, photos }: Pick<DetailedRepair, 'id' | 'photos'>) {
  const [open, setOpen] = useState<string | null>(null)
  const titleOf = ({ id: photoId, name }: Photo) => {
    const number = formatNumber(photos.findIndex((one) => one.id === photoId) + 1)
    return t('repair.photoOf', { number, name })
  }
  const large = photos.find((one) => one.id === open)
  return (
    <>
      <h3 className={classes.heading}>{t('repair.photos')}</h3>
      <ul className={classes.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setOpen(photo.id)}>
              <Picture id={id} photo={photo} title={titleOf(photo)} />
            </button>
          </li>
        ))}
      </ul>
      <DialogFrame
        isOpen={large !== undefined}
        close={() => setOpen(null)}
        title={large ? titleOf(large) : ''}
        size="80rem"
      >
        {large && (
          <div className={classes.large}>
            <Picture id={id} photo={large} title={titleOf(large)} />
          </div>
        )}
      </DialogFrame>
    </>
  )
}

interface PictureProps {
  readonly id: string
  readonly photo: Photo
  readonly title: string
}

function Picture({ id, photo, title }: PictureProps) {
  const { data } = useQuery({
    queryKey: ['repairPhoto', id, photo.id],
    staleTime: Infinity,
    queryFn: () => pictureOf(id, photo.id),
  })
  return data ? <img src={data} alt={title} /> : <span role="img" aria-label={title} />
}

/** An image cannot sign for itself: it is fetched, and shown from here as often as it is wanted. */
async function pictureOf(id: string, fileId: string): Promise<string | null> {
  const file = await fetchFile(repairs.photo, { params: { id, fileId } })
  return file && readAsAddress(file.content)
}

const readAsAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('photo'))
    reader.readAsDataURL(blob)
  })
