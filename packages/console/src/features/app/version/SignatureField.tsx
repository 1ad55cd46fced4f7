import { useRef, useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { CodeField, type FieldHold } from '../../../ui/form/fields.tsx'
import classes from '../app.module.css'

const signatureBytes = 64

/** The signature that lies beside a package: pasted, or taken from the file that holds it. */
export function SignatureField(field: FieldHold) {
  const input = useRef<HTMLInputElement>(null)
  const [isNone, setNone] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    const found = await signatureIn(file)
    setNone(found === null)
    if (found !== null) field.onChange(found)
  }
  const error = field.error ?? (isNone ? t('apk.signatureNone') : undefined)
  return (
    <div className={classes.signature}>
      <CodeField {...field} error={error} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('apk.signatureFile')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button variant="default" size="xs" onClick={() => input.current?.click()}>
        {t('apk.signatureFile')}
      </Button>
      <p className={classes.hint}>{t('apk.signatureHint')}</p>
    </div>
  )
}

/** As it is or in Base64, as tools write it; null: the file holds none. */
async function signatureIn(file: File): Promise<string | null> {
  // Base64 with its line ends is not much longer.
  if (file.size > 4 * signatureBytes) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === signatureBytes) return btoa(String.fromCharCode(...bytes))
  const text = new TextDecoder().decode(bytes).replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]{86}==$/.test(text) ? text : null
}
