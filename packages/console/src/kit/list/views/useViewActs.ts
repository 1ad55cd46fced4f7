import { type ListView, listViews } from '@muster/contract'
import { confirm } from '../../dialog/confirm.ts'
import { useAction } from '../../useAction.ts'
import { notify } from '../../notify.ts'
import { t } from '../../../platform/texts.ts'
import { copyText } from '../../copy/copyText.ts'
import type { Views } from './useViews.ts'

/** What can be done with the view that is shown. */
export function useViewActs({ place, now, name: nameView }: Views) {
  const act = useAction(listViews)
  return {
    save: ({ id, version, name, roles }: ListView) => {
      const roleIds = roles.map((role) => role.id)
      void act(listViews.update, { body: { id, version, name, state: now, roleIds } })
    },
    setDefault: (id: string | null) => {
      void act(listViews.setDefault, { body: { list: place.key ?? '', id } })
    },
    remove: async ({ id, name }: ListView) => {
      if (!(await isSure(name))) return
      if (await act(listViews.remove, { params: { id } })) nameView(null)
    },
  }
}

const isSure = (name: string) =>
  confirm({
    title: t('list.viewDelete'),
    text: t('list.viewDeleteSure', { name }),
    agree: t('list.viewDelete'),
    kind: 'dangerous',
  })

/** Copies the address that shows a view to all who see it. */
export async function copyLink({ id }: ListView): Promise<void> {
  const address = new URL(location.href)
  const [path = ''] = address.hash.split('?')
  address.hash = `${path}?view=${id}`
  if (await copyText(address.href)) notify.success(t('list.viewLinkCopied'))
}
