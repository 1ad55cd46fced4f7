import { type FileTask, fileTasks } from '@muster/contract'
import { useAction } from '../../kit/list/useAction.ts'
import { useChosenBatch } from '../../kit/list/useBatch.ts'
import { useList } from '../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../kit/parts/buttons.tsx'
import { DataTable } from '../../kit/parts/DataTable.tsx'
import { Filters } from '../../kit/parts/Filters.tsx'
import { ChosenButton } from '../../kit/parts/RemoveButtons.tsx'
import { Screen, Toolbar } from '../../kit/parts/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { takeFile } from './takeFile.ts'
import { fileColumns, fileFilters } from './fileColumns.tsx'

/** A file that is removed is gone for good. */
const ends = { ...fileTasks, destroyMany: fileTasks.removeMany }

/** FILE: the download centre. What exports and imports have made, until its time is over. */
export function FileList() {
  const list = useList(fileTasks)
  const batch = useChosenBatch(list, ends)
  const remove = () => void batch({ of: ends, kind: 'destroy' })
  return (
    <Screen title="file.title">
      <Filters list={list} keyword={['file.name']} fields={fileFilters} />
      <Toolbar>
        <ChosenButton list={list} code={fileTasks.removeMany.permission} onClick={remove}>
          {t('file.remove')}
        </ChosenButton>
      </Toolbar>
      <DataTable
        list={list}
        columns={fileColumns}
        actionsWidth={190}
        actions={(file) => <FileButtons file={file} />}
      />
    </Screen>
  )
}

function FileButtons({ file: { id, state } }: { readonly file: FileTask }) {
  const act = useAction(fileTasks)
  const isOver = state !== 'QUEUED' && state !== 'RUNNING'
  return (
    <RowActions>
      {state === 'READY' && (
        <RowButton code={fileTasks.download.permission} onClick={() => takeFile(id)}>
          {t('file.download')}
        </RowButton>
      )}
      {(state === 'FAILED' || state === 'EXPIRED') && (
        <RowButton
          code={fileTasks.retry.permission}
          onClick={() => void act(fileTasks.retry, { params: { id } })}
        >
          {t('file.again')}
        </RowButton>
      )}
      {isOver && (
        <RowButton
          code={fileTasks.remove.permission}
          onClick={() => void act(fileTasks.remove, { params: { id } })}
        >
          {t('file.remove')}
        </RowButton>
      )}
    </RowActions>
  )
}
