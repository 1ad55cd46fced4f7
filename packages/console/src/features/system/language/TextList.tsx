import { type Language, type LanguageText, languageTexts } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Toolbar } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { stateTexts, textColumns } from './languageColumns.tsx'

const TextDialog = lazyDialog(() => import('./TextDialog.tsx').then((file) => file.TextDialog))

/** The texts of one language beside the English ones, those that are missing among them. */
export function TextList({ language }: { readonly language: Language }) {
  const list = useList(languageTexts)
  const { setQuery } = usePage()
  const dialog = useDialog<LanguageText>()
  return (
    <>
      <Toolbar>
        <Button variant="default" size="xs" onClick={() => setQuery({})}>
          {t('kit.back')}
        </Button>
        <h2>{t('language.textsOf', { name: language.name })}</h2>
      </Toolbar>
      <Filters
        list={list}
        keyword={['language.key', 'language.source', 'language.value']}
        fields={{
          key: 'language.key',
          value: 'language.value',
          module: 'language.module',
          state: { label: 'language.state', options: stateTexts },
        }}
      />
      <ActionLine list={list} columns={textColumns}>
        <AddButton code={languageTexts.add.permission} dialog={dialog} />
      </ActionLine>
      <DataTable
        list={list}
        columns={textColumns}
        actionsWidth={160}
        actions={(text) => <Buttons text={text} dialog={dialog} />}
      />
      <TextDialog dialog={dialog} language={language} />
    </>
  )
}

interface ButtonsProps {
  readonly text: LanguageText
  readonly dialog: Dialog<LanguageText>
}

function Buttons({ text, dialog }: ButtonsProps) {
  const act = useAction(languageTexts)
  const { permission } = text.state === 'missing' ? languageTexts.add : languageTexts.update
  return (
    <RowActions>
      <EditButton code={permission} onClick={() => dialog.open(text)} />
      {text.state === 'own' && (
        <RowButton
          code={languageTexts.remove.permission}
          onClick={() => void act(languageTexts.remove, { params: { id: text.id } })}
        >
          {t('language.restore')}
        </RowButton>
      )}
    </RowActions>
  )
}
