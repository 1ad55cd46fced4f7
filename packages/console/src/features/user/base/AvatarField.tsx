import { imageLimits, imageUrl } from '@muster/contract'
import { type ChangeEvent, useId, useState } from 'react'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Text } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { acceptedImages, uploadImage } from '../../file/uploadImage.ts'
import styles from '../PersonalCenter.module.css'

/** The user's picture: chosen here, put on the server at once, his with the next save. */
export function AvatarField({ label, value, onChange, error }: FieldHold) {
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const name = shownValue(value)
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    setBusy(true)
    await uploadImage(file, 'picture').then(
      (kept) => onChange(kept.name),
      // The refusal is on screen already.
      () => undefined,
    )
    setBusy(false)
  }
  return (
    <div role="group" aria-label={label} aria-describedby={`${id}-told`}>
      <Text component="span" size="sm" fw={500}>
        {label}
      </Text>
      <div className={styles['row']}>
        {name && <img className={styles['picture']} src={imageUrl(name) ?? ''} alt="" />}
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => document.getElementById(id)?.click()}
        >
          {t('ucenter.avatar.choose')}
        </Button>
        {name && (
          <Button size="xs" variant="default" onClick={() => onChange('')}>
            {t('ucenter.avatar.remove')}
          </Button>
        )}
      </div>
      <input
        id={id}
        type="file"
        hidden
        accept={acceptedImages('picture')}
        onChange={(event) => void choose(event)}
      />
      <p id={`${id}-told`} className={styles['lead']}>
        {error ?? t('ucenter.avatar.hint', { size: formatBytes(imageLimits.picture.bytes) })}
      </p>
    </div>
  )
}
