import type { ListView } from '@muster/contract'
import type { SlotProps } from '../slotProps.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { useDialog } from '../../dialog/useDialog.ts'
import { sendingOf } from '../../export/mailing.ts'
import classes from '../list.module.css'
import { copyLink, useViewActs } from './useViewActs.ts'
import { useViews, type Views as Known } from './useViews.ts'

const ViewDialog = lazyDialog(() => import('./ViewDialog.tsx').then((file) => file.ViewDialog))

/** Beside the filters: a span of time, and the list's saved views. */
export function Views({ list }: Pick<SlotProps, 'list'>) {
  const views = useViews(list)
  const dialog = useDialog<ListView>()
  const { current, isChanged } = views
  return (
    <>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            className={classes.viewButton}
            rightSection={<Icon name="down" size={14} />}
          >
            <span className={classes.viewName} title={current?.name}>
              {current?.name ?? t('list.views')}
            </span>
            {isChanged && (
              <span className={classes.changed} role="img" aria-label={t('list.viewChanged')}>
                •
              </span>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.views}>
          <Offered views={views} />
          <Menu.Divider />
          <Acts views={views} open={dialog.open} />
        </Menu.Dropdown>
      </Menu>
      <ViewDialog dialog={dialog} list={list.place} state={views.now} saved={views.name} />
    </>
  )
}

function Offered({ views }: { readonly views: Known }) {
  const { all, current, defaultId, apply } = views
  return (
    <>
      <Menu.Item onClick={() => apply(null)}>{t('list.viewShipped')}</Menu.Item>
      {all.map((view) => (
        <Menu.Item
          key={view.id}
          aria-current={view.id === current?.id ? 'true' : undefined}
          onClick={() => apply(view)}
          rightSection={<Marks view={view} isDefault={view.id === defaultId} />}
        >
          <bdi>{view.name}</bdi>
        </Menu.Item>
      ))}
    </>
  )
}

function Marks({ view, isDefault }: { readonly view: ListView; readonly isDefault: boolean }) {
  const words = [
    ...(isDefault ? [t('list.viewDefault')] : []),
    ...(view.isOwn ? [] : [view.owner]),
    ...(view.roles.length > 0 ? [t('list.viewShared')] : []),
  ]
  return <small className={classes.marks}>{words.join(' · ')}</small>
}

interface ActsProps {
  readonly views: Known
  readonly open: (view?: ListView) => void
}

function Acts({ views, open }: ActsProps) {
  const { current, defaultId, isChanged } = views
  const acts = useViewActs(views)
  if (!current) return <Menu.Item onClick={() => open()}>{t('list.viewSaveAs')}</Menu.Item>
  const isDefault = current.id === defaultId
  const send = sendingOf(views.place.key ?? '')
  return (
    <>
      {current.isOwn && isChanged && (
        <Menu.Item onClick={() => acts.save(current)}>{t('list.viewSave')}</Menu.Item>
      )}
      <Menu.Item onClick={() => open()}>{t('list.viewSaveAs')}</Menu.Item>
      {current.isOwn && <Menu.Item onClick={() => open(current)}>{t('list.viewEdit')}</Menu.Item>}
      <Menu.Item onClick={() => acts.setDefault(isDefault ? null : current.id)}>
        {t(isDefault ? 'list.viewNoDefault' : 'list.viewMakeDefault')}
      </Menu.Item>
      {send && (
        <Menu.Item onClick={() => send(current.name)}>{t('report.sendRegularly')}</Menu.Item>
      )}
      <Menu.Item onClick={() => void copyLink(current)}>{t('list.viewLink')}</Menu.Item>
      {current.isOwn && (
        <Menu.Item color="red.9" onClick={() => void acts.remove(current)}>
          {t('list.viewDelete')}
        </Menu.Item>
      )}
    </>
  )
}
