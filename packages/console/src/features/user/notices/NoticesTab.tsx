import { type NoticePreferences, userNotices } from '@muster/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { call } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { usePage } from '../../../kit/page/page.ts'
import { queries, query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { QuietHours } from './QuietHours.tsx'
import { TopicTable } from './TopicTable.tsx'

/** What the user wants to be told, and how. */
export function NoticesTab() {
  const { data } = useQuery(query(userNotices.get, {}))
  return data ? <WishForm of={data} /> : <Awaited as="rows" />
}

function WishForm({ of }: { readonly of: NoticePreferences }) {
  const { setDirty } = usePage()
  const [wishes, setWishes] = useState(of)
  const change = (part: Partial<NoticePreferences>) => {
    setWishes({ ...wishes, ...part })
    setDirty(true)
  }
  const saving = useMutation({
    mutationFn: (body: NoticePreferences) => call(userNotices.save, { body }),
    onSuccess: (saved) => {
      queries.setQueryData(query(userNotices.get, {}).queryKey, saved)
      setDirty(false)
      notify.success(t('kit.saved'))
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.mutate(wishes)
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p className={styles['lead']}>{t('ucenter.notices.lead')}</p>
      <TopicTable wishes={wishes} change={change} />
      <QuietHours quiet={wishes.quiet} change={(quiet) => change({ quiet })} />
      <Button type="submit" loading={saving.isPending}>
        {t('kit.save')}
      </Button>
    </form>
  )
}
