import { organizationPages, type PageName, pageNames, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { confirmDiscard } from '../../../kit/dialog/confirm.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import type { OrganizationFormProps } from '../detail/tabProps.ts'
import { PageEditor } from './PageEditor.tsx'
import classes from './page.module.css'

const nameTexts: Readonly<Record<PageName, TextKey>> = {
  terms: 'organization.page.terms',
  privacy: 'organization.page.privacy',
  help: 'organization.page.help',
  about: 'organization.page.about',
}

/** The pages that an organisation shows at sign-in and on its terminals, in each language. */
export function PagesTab({ organization: { id }, card, onDirty }: OrganizationFormProps) {
  const { active } = usePage()
  const [page, setPage] = useState<PageName>('terms')
  const [language, setLanguage] = useState('en')
  const [isDirty, setDirty] = useState(false)
  useEffect(() => onDirty(card, isDirty), [onDirty, card, isDirty])
  const params = { id, page }
  const pages = useQuery({ ...query(organizationPages.get, { params }), subscribed: active })
  const leave = async (go: () => void) => {
    if (isDirty && !(await confirmDiscard())) return
    setDirty(false)
    go()
  }
  return (
    <section className={classes.card}>
      <p className={classes.intro}>{t('organization.page.intro')}</p>
      <Loaded query={pages} permission={organizationPages.get.permission}>
        {(all) => {
          const shown = all.find((one) => one.language === language) ?? all[0]
          return (
            <>
              <div className={classes.choices}>
                <ChoiceInput
                  label={t('organization.page.which')}
                  options={texts(nameTexts)}
                  value={page}
                  onChoose={(chosen) =>
                    void leave(() => setPage(pageNames.find((name) => name === chosen) ?? page))
                  }
                />
                <ChoiceInput
                  label={t('organization.page.language')}
                  options={Object.fromEntries(all.map((one) => [one.language, one.languageName]))}
                  value={shown?.language ?? ''}
                  onChoose={(chosen) => void leave(() => setLanguage(chosen))}
                />
              </div>
              {shown && (
                <PageEditor
                  key={`${page} ${shown.language}`}
                  address={params}
                  page={shown}
                  onDirty={setDirty}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
