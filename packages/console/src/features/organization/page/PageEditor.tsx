import type { OrganizationPage, PageName } from '@muster/contract'
import { useEffect } from 'react'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ConflictNote } from '../../../kit/form/ConflictNote.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { LongTextField, shownValue } from '../../../ui/form/fields.tsx'
import classes from './page.module.css'
import { PagePreview } from './PagePreview.tsx'
import { usePageForm } from './usePageForm.ts'

interface PageEditorProps {
  readonly address: { readonly id: string; readonly page: PageName }
  readonly page: OrganizationPage
  readonly onDirty: (isDirty: boolean) => void
}

/** One page in one language, and how it is shown. */
export function PageEditor({ address, page, onDirty }: PageEditorProps) {
  const form = usePageForm(address, page)
  const { isDirty } = form
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const { submit, isSending } = useSubmit(form.save)
  return (
    <>
      <form className={classes.editor} onSubmit={submit} noValidate>
        <ConflictNote conflict={form.conflict} take={form.goOn} />
        <p className={classes.hint}>{t('organization.page.htmlHint')}</p>
        <div dir={page.direction}>
          <LongTextField
            name="html"
            label={t('organization.page.html')}
            value={form.html}
            onChange={(value) => form.type(shownValue(value))}
            onBlur={() => undefined}
            error={form.error}
            required={false}
            rows={10}
          />
        </div>
        <Button className={classes.save} type="submit" loading={isSending}>
          {t('kit.save')}
        </Button>
      </form>
      <PagePreview address={address} page={page} />
    </>
  )
}
