import { type Banner, banners } from '@muster/contract'
import { useBatch } from '../../kit/batch/useBatch.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { useCan } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { formatDateTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { MoveItems } from '../../kit/list/MoveItems.tsx'

interface BannerMenuProps {
  readonly banner: Banner
  /** The rows of the list, where they stand in their own order. */
  readonly rows: readonly Banner[]
  readonly dialogs: { readonly preview: Dialog<Banner>; readonly stat: Dialog<Banner> }
}

const { add, copy, detail, publish, remove, sort, stat } = banners
const codes = [add, detail, publish, remove, sort].map((call) => call.permission)

/** What is done with a banner beside editing it. */
export function BannerMenu({ banner, rows, dialogs }: BannerMenuProps) {
  const batch = useBatch(banners)
  const act = useAction(banners)
  if (!useCan(codes)) return null
  const { id, version, title: name, orgId, placement } = banner
  const beside = rows.filter((row) => row.orgId === orgId && row.placement === placement)
  return (
    <MoreMenu label={t('banner.actionsOf', { name })}>
      {banner.state === 'DRAFT' && <PublishItem banner={banner} />}
      <ActionItem code={detail.permission} icon="eye" onClick={() => dialogs.preview.open(banner)}>
        {t('banner.preview')}
      </ActionItem>
      <ActionItem code={stat.permission} icon="info" onClick={() => dialogs.stat.open(banner)}>
        {t('banner.stats')}
      </ActionItem>
      <MoveItems
        sort={sort}
        row={banner}
        beside={beside}
        put={(before) => void act(sort, { body: { id, version, before: before?.id ?? null } })}
      />
      <ActionItem
        code={copy.permission}
        icon="plus"
        onClick={() => void act(copy, { params: { id } }, () => t('banner.copied', { name }))}
      >
        {t('banner.copy')}
      </ActionItem>
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}

function PublishItem({ banner }: { readonly banner: Banner }) {
  const act = useAction(banners)
  const { id, title: name, startAt, endAt } = banner
  const send = async () => {
    const title = t('banner.publish')
    const span = { name, from: formatDateTime(startAt), until: formatDateTime(endAt) }
    const text = t('banner.publishSure', span)
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(publish, { params: { id } })
  }
  return (
    <ActionItem code={publish.permission} icon="check" onClick={() => void send()}>
      {t('banner.publish')}
    </ActionItem>
  )
}
