import { type Language, languageKeeping, languageTexts } from '@muster/contract'
import { confirm } from '../../../kit/confirm.ts'
import { useAction } from '../../../kit/list/useAction.ts'
import { type Dialog, useDialog } from '../../../kit/list/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page.ts'
import { AddButton, RowActions, RowButton } from '../../../kit/parts/buttons.tsx'
import { DataTable } from '../../../kit/parts/DataTable.tsx'
import { lazyDialog } from '../../../kit/parts/lazyPart.tsx'
import { Toolbar } from '../../../kit/parts/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { languageColumns } from './languageColumns.tsx'

const AddDialog = lazyDialog(() => import('./LanguageDialogs.tsx').then((file) => file.AddDialog))
const CopyDialog = lazyDialog(() => import('./LanguageDialogs.tsx').then((file) => file.CopyDialog))

/** The languages, each with how much of it is translated. */
export function LanguageList() {
  const list = useList(languageKeeping)
  const add = useDialog<Language>()
  const copy = useDialog<Language>()
  return (
    <>
      <Toolbar>
        <AddButton code={languageKeeping.add.permission} dialog={add} />
      </Toolbar>
      <DataTable
        list={list}
        columns={languageColumns}
        actionsWidth={260}
        actions={(language) => <Buttons language={language} copy={copy} />}
      />
      <AddDialog dialog={add} />
      <CopyDialog dialog={copy} />
    </>
  )
}

interface ButtonsProps {
  readonly language: Language
  readonly copy: Dialog<Language>
}

function Buttons({ language, copy }: ButtonsProps) {
  const { setQuery } = usePage()
  const act = useAction(languageKeeping)
  const { id, name, isDefault } = language
  const remove = async () => {
    const isSure = await confirm({
      title: t('language.remove'),
      text: t('language.removeText', { name }),
      agree: t('language.remove'),
      kind: 'dangerous',
    })
    if (isSure) await act(languageKeeping.remove, { params: { id } })
  }
  return (
    <RowActions>
      <RowButton code={languageTexts.page.permission} onClick={() => setQuery({ languageId: id })}>
        {t('language.texts')}
      </RowButton>
      <RowButton code={languageKeeping.copy.permission} onClick={() => copy.open(language)}>
        {t('language.copy')}
      </RowButton>
      <RowButton
        code={languageKeeping.refresh.permission}
        onClick={() => void act(languageKeeping.refresh, { params: { id } })}
      >
        {t('language.refresh')}
      </RowButton>
      {!isDefault && (
        <RowButton code={languageKeeping.remove.permission} onClick={() => void remove()}>
          {t('language.remove')}
        </RowButton>
      )}
    </RowActions>
  )
}
