import { type Language, languageKeeping, languageTexts } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { languageColumns } from './languageColumns.tsx'
import { type LanguageDialogs, LanguageMenu } from './LanguageMenu.tsx'

const AddDialog = lazyDialog(() => import('./LanguageDialogs.tsx').then((file) => file.AddDialog))
const EditDialog = lazyDialog(() => import('./LanguageDialogs.tsx').then((file) => file.EditDialog))
const CopyDialog = lazyDialog(() => import('./LanguageDialogs.tsx').then((file) => file.CopyDialog))
const TakeOutDialog = lazyDialog(() =>
  import('./TakeOutDialog.tsx').then((file) => file.TakeOutDialog),
)
const BringInDialog = lazyDialog(() =>
  import('./BringInDialog.tsx').then((file) => file.BringInDialog),
)

/** The languages, each with how much of it is translated. */
export function LanguageList() {
  const list = useList(languageKeeping)
  const add = useDialog<Language>()
  const dialogs: LanguageDialogs = {
    edit: useDialog<Language>(),
    copy: useDialog<Language>(),
    takeOut: useDialog<Language>(),
    bringIn: useDialog<Language>(),
  }
  return (
    <>
      <ActionLine list={list} columns={languageColumns}>
        <AddButton code={languageKeeping.add.permission} dialog={add} />
      </ActionLine>
      <DataTable
        list={list}
        columns={languageColumns}
        actionsWidth={160}
        actions={(language) => <Buttons language={language} dialogs={dialogs} />}
      />
      <AddDialog dialog={add} />
      <EditDialog dialog={dialogs.edit} />
      <CopyDialog dialog={dialogs.copy} />
      <TakeOutDialog dialog={dialogs.takeOut} />
      <BringInDialog dialog={dialogs.bringIn} />
    </>
  )
}

interface ButtonsProps {
  readonly language: Language
  readonly dialogs: LanguageDialogs
}

function Buttons({ language, dialogs }: ButtonsProps) {
  const { setQuery } = usePage()
  return (
    <RowActions>
      <RowButton
        opens
        code={languageTexts.page.permission}
        onClick={() => setQuery({ languageId: language.id })}
      >
        {t('language.texts')}
      </RowButton>
      <EditButton
        code={languageKeeping.update.permission}
        onClick={() => dialogs.edit.open(language)}
      />
      <LanguageMenu language={language} dialogs={dialogs} />
    </RowActions>
  )
}
