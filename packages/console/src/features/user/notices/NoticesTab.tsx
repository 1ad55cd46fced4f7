import { type NoticePreferences, userNotices } from '@muster/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { call } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { queries, query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { QuietHours } from './QuietHours.tsx'
import { TopicTable } from './TopicTable.tsx'

/** What the user wants to be told, and how. */
export function NoticesTab(card: CardProps) {
  const { data } = useQuery(query(userNotices.get, {}))
  return data ? <WishForm of={data} {...card} /> : <Awaited as="rows" />
}

interface WishFormProps extends CardProps {
  readonly of: NoticePreferences
}

function WishForm({ of, card, onDirty }: WishFormProps) {
  const [wishes, setWishes] = useState(of)
  const [kept, setKept] = useState(of)
  const isDirty = wishes !== kept
  useEffect(() => onDirty(card, isDirty), [onDirty, card, isDirty])
  const change = (part: Partial<NoticePreferences>) => setWishes({ ...wishes, ...part })
  const saving = useMutation({
    mutationFn: (body: NoticePreferences) => call(userNotices.save, { body }),
    onSuccess: (saved, sent) => {
      queries.setQueryData(query(userNotices.get, {}).queryKey, saved)
      setKept(sent)
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
