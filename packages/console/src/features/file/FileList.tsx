import { type FileTask, fileTasks } from '@muster/contract'
import { useAction } from '../../kit/list/useAction.ts'
import { useList } from '../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../kit/parts/buttons.tsx'
import { DataTable } from '../../kit/parts/DataTable.tsx'
import { Filters } from '../../kit/parts/Filters.tsx'
import { Screen, Toolbar } from '../../kit/parts/Screen.tsx'
import { useCan } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { useOfferSelection } from '../../ui/table/useSelection.ts'
import { takeFile } from './takeFile.ts'
import { fileColumns, fileFilters } from './fileColumns.tsx'

/** FILE: the download centre. What exports and imports have made, until its time is over. */
export function FileList() {
  const list = useList(fileTasks)
  const act = useAction(fileTasks)
  const mayRemove = useCan(fileTasks.remove.permission)
  useOfferSelection(list, mayRemove)
  const ids = [...list.selected]
  const removeAll = () =>
    act(fileTasks.removeMany, { body: { ids } }).then((done) => done && list.clearSelection())
  return (
    <Screen title="file.title">
      <Filters list={list} keyword={['file.name']} fields={fileFilters} />
      <Toolbar>
        {mayRemove && (
          <Button variant="default" disabled={ids.length === 0} onClick={() => void removeAll()}>
            {t('file.remove')}
          </Button>
        )}
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
