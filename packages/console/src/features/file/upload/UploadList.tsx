import { type Upload, uploads } from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { outcomeOf, useAction, useSend } from '../../../kit/useAction.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { type List, useList } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { ChosenButton, DeleteSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { takeUpload } from './takeUpload.ts'
import { uploadColumns, uploadFilters } from './uploadColumns.tsx'
import { isStored } from './uploadTexts.ts'

const UploadDialog = lazyDialog(() =>
  import('./UploadDialog.tsx').then((file) => file.UploadDialog),
)
const UploadDetail = lazyDialog(() =>
  import('./UploadDetail.tsx').then((file) => file.UploadDetail),
)

/** Every file that was handed in, the latest first. */
export function UploadList() {
  const list = useList(uploads)
  const adding = useDialog<never>()
  const detail = useDialog<Upload>()
  const mayAdd = useCan(uploads.init.permission)
  return (
    <>
      <Filters list={list} keyword={['upload.name', 'upload.sha256']} fields={uploadFilters} />
      <ActionLine
        list={list}
        columns={uploadColumns}
        chosen={
          <>
            <ScanButton list={list} />
            <RemoveChosen list={list} />
          </>
        }
      >
        <PurgeButton />
        {mayAdd && <Button onClick={() => adding.open()}>{t('upload.add')}</Button>}
      </ActionLine>
      <DataTable
        list={list}
        columns={uploadColumns}
        actionsWidth={190}
        actions={(upload) => <UploadButtons upload={upload} open={detail.open} />}
        empty={
          mayAdd && (
            <Button variant="default" onClick={() => adding.open()}>
              {t('upload.add')}
            </Button>
          )
        }
      />
      <UploadDialog dialog={adding} />
      <UploadDetail dialog={detail} />
    </>
  )
}

/** Has the chosen files searched for viruses anew, in the background. */
function ScanButton({ list }: { readonly list: List<Upload> }) {
  const send = useSend(uploads)
  const ids = [...list.selected]
  const scan = async () => {
    if (!(await confirmChosen({ ids }, { title: t('upload.rescan') }))) return
    const outcome = await outcomeOf(send(uploads.rescan, { body: { ids } }))
    if ('error' in outcome) return
    notify.success(t('upload.rescanStarted'))
    list.clearSelection()
  }
  return (
    <ChosenButton list={list} code={uploads.rescan.permission} onClick={() => void scan()}>
      {t('upload.rescan')}
    </ChosenButton>
  )
}

function RemoveChosen({ list }: { readonly list: List<Upload> }) {
  const act = useAction(uploads)
  const ids = [...list.selected]
  const removeAll = async () => {
    const count = ids.length
    if (!(await isSure(t('upload.removeMany', { count }), count))) return
    if (await act(uploads.removeMany, { body: { ids } })) list.clearSelection()
  }
  return (
    <DeleteSelected
      list={list}
      code={uploads.removeMany.permission}
      onClick={() => void removeAll()}
    />
  )
}

/** Removes every file that nothing refers to. */
function PurgeButton() {
  const act = useAction(uploads)
  const purge = async () => {
    if (await isSure(t('upload.purgeSure'))) await act(uploads.purge, {})
  }
  return (
    <Permitted to={uploads.purge.permission}>
      <Button variant="default" onClick={() => void purge()}>
        {t('upload.purge')}
      </Button>
    </Permitted>
  )
}

const isSure = (text: string, count = 1) =>
  confirm({ title: t('upload.remove'), text, agree: t('upload.remove'), kind: 'dangerous', count })

interface UploadButtonsProps {
  readonly upload: Upload
  readonly open: (upload: Upload) => void
}

function UploadButtons({ upload, open }: UploadButtonsProps) {
  const act = useAction(uploads)
  const mayRemove = useCan(uploads.remove.permission)
  const { id, name, state, referenceCount } = upload
  const remove = async () => {
    if (await isSure(t('upload.removeOne', { name }))) await act(uploads.remove, { params: { id } })
  }
  return (
    <RowActions>
      <RowButton opens code={uploads.page.permission} onClick={() => open(upload)}>
        {t('upload.details')}
      </RowButton>
      {isStored(upload) && (
        <RowButton code={uploads.download.permission} onClick={() => takeUpload(id)}>
          {t('upload.download')}
        </RowButton>
      )}
      {referenceCount === 0 && state !== 'CHECKING' && mayRemove && (
        <MoreMenu label={t('kit.actionsOf', { name })}>
          <ActionItem
            code={uploads.remove.permission}
            icon="trash"
            isDangerous
            onClick={() => void remove()}
          >
            {t('upload.remove')}
          </ActionItem>
        </MoreMenu>
      )}
    </RowActions>
  )
}
