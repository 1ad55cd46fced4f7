import { type FileTask, fileTasks, mostZipped } from '@muster/contract'
import { useAction } from '../../kit/useAction.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { type List, useList } from '../../kit/list/useList.ts'
import { notify } from '../../kit/notify.ts'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { ChosenButton, DestroySelected } from '../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { useCan } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { fileColumns, fileFilters } from './fileColumns.tsx'
import { saveByTicket } from '../../kit/download/saveByTicket.ts'
import { takeFile } from '../../kit/download/takeFile.ts'

const FileDialog = lazyDialog(() => import('./FileDialog.tsx').then((file) => file.FileDialog))

/** A file that is removed is gone for good. */
const ends = { ...fileTasks, destroyMany: fileTasks.removeMany }

/** FILE: the download centre. What exports and imports have made, until its time is over. */
export function FileList() {
  const list = useList(fileTasks)
  const detail = useDialog<FileTask>()
  return (
    <Screen title="file.title">
      <Filters list={list} keyword={['file.name']} fields={fileFilters} />
      <ActionLine
        list={list}
        columns={fileColumns}
        chosen={
          <>
            <ZipButton list={list} />
            <DestroySelected of={ends} list={list} />
          </>
        }
      />
      <DataTable
        list={list}
        columns={fileColumns}
        emptyText="upload.emptyFiles"
        actionsWidth={190}
        actions={(file) => <FileButtons file={file} open={() => detail.open(file)} />}
      />
      <FileDialog dialog={detail} />
    </Screen>
  )
}

/** Takes the chosen files as one archive. */
function ZipButton({ list }: { readonly list: List<FileTask> }) {
  const ids = [...list.selected]
  const take = () => {
    if (ids.length > mostZipped) notify.error(t('file.tooMany', { most: mostZipped }))
    else saveByTicket(fileTasks.zip.path, { ids: ids.join(',') })
  }
  return (
    <ChosenButton list={list} reach="ticked" code={fileTasks.zip.permission} onClick={take}>
      {t('file.zip')}
    </ChosenButton>
  )
}

interface FileButtonsProps {
  readonly file: FileTask
  readonly open: () => void
}

function FileButtons({ file: { id, name, state, kind }, open }: FileButtonsProps) {
  const act = useAction(fileTasks)
  const mayRemove = useCan(fileTasks.remove.permission)
  const isOver = state !== 'QUEUED' && state !== 'RUNNING'
  return (
    <RowActions>
      <RowButton opens code={fileTasks.page.permission} onClick={open}>
        {t('file.details')}
      </RowButton>
      {state === 'READY' && (
        <RowButton code={fileTasks.download.permission} onClick={() => takeFile(id)}>
          {t('file.download')}
        </RowButton>
      )}
      {kind === 'EXPORT' && (state === 'FAILED' || state === 'EXPIRED') && (
        <RowButton
          code={fileTasks.retry.permission}
          onClick={() => void act(fileTasks.retry, { params: { id } })}
        >
          {t('file.again')}
        </RowButton>
      )}
      {isOver && mayRemove && (
        <MoreMenu label={t('kit.actionsOf', { name })}>
          <ActionItem
            code={fileTasks.remove.permission}
            icon="trash"
            isDangerous
            onClick={() => void act(fileTasks.remove, { params: { id } })}
          >
            {t('file.remove')}
          </ActionItem>
        </MoreMenu>
      )}
    </RowActions>
  )
}
