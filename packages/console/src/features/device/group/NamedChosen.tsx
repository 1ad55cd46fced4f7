import type { TextKey } from '@muster/contract'
import { useEffect, useRef } from 'react'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import type { NamedReply } from './useNamed.ts'

interface Terminal {
  readonly id: string
  readonly sn: string
}

interface NamedChosenProps<R extends Terminal> {
  readonly list: List<R>
  readonly code: string
  readonly title: TextKey
  /** What is said when it is done, with the count. */
  readonly done: TextKey
  readonly name: (sns: readonly string[]) => Promise<NamedReply | null>
  readonly isDangerous?: boolean
}

/** What is done to chosen terminals by their serial numbers. */
export function NamedChosen<R extends Terminal>(props: NamedChosenProps<R>) {
  const { list, code, title, done, name, isDangerous = false } = props
  /** Serial numbers of chosen rows, also of pages that are no longer shown. */
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, sn } of list.rows) known.current.set(id, sn)
  }, [list.rows])
  const send = async () => {
    const kind = isDangerous ? 'dangerous' : 'ordinary'
    if (!(await confirmChosen({ ids: [...list.selected] }, { title: t(title), kind }))) return
    const sns = [...list.selected].flatMap((id) => known.current.get(id) ?? [])
    const reply = await name(sns)
    if (!reply) return
    notify.success(t(done, { count: reply.count }))
    list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      code={code}
      icon={isDangerous ? 'trash' : 'check'}
      isDangerous={isDangerous}
      onClick={() => void send()}
    >
      {t(title)}
    </ChosenButton>
  )
}
