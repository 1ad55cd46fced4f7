import { type DetailedRepair, mostPhotos, type Repair, repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { FilesField } from '../../file/index.ts'
import classes from './repair.module.css'

interface PhotosFormProps {
  readonly repair: Repair
  readonly close: () => void
}

/** Adds photos to a ticket, and takes some away. */
export function PhotosForm({ repair, close }: PhotosFormProps) {
  const found = useQuery(query(repairs.detail, { params: { id: repair.id } }))
  return (
    <Loaded query={found} permission={repairs.detail.permission}>
      {(ticket) => <Fields ticket={ticket} close={close} />}
    </Loaded>
  )
}

interface FieldsProps {
  readonly ticket: DetailedRepair
  readonly close: () => void
}

function Fields({ ticket: { id, photos }, close }: FieldsProps) {
  const form = useCallForm({
    about: id,
    of: repairs,
    call: repairs.photos,
    start: { photoIds: photos.map((photo) => photo.id) },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <p className={classes.hint}>{t('repair.photosHint', { count: mostPhotos })}</p>
      <FilesField
        {...form.field('photoIds', 'repair.photos')}
        type="image"
        most={mostPhotos}
        known={Object.fromEntries(photos.map((photo) => [photo.id, photo.name]))}
      />
      <FormFooter agree="kit.save" isSending={form.isSending} close={close} />
    </form>
  )
}
