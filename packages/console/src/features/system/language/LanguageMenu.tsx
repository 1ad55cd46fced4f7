import { type Language, languageFiles, languageKeeping } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

/** The dialogs about one language. */
export interface LanguageDialogs {
  readonly edit: Dialog<Language>
  readonly copy: Dialog<Language>
  readonly takeOut: Dialog<Language>
  readonly bringIn: Dialog<Language>
}

interface LanguageMenuProps {
  readonly language: Language
  readonly dialogs: LanguageDialogs
}

/** What else can be done to a language. */
export function LanguageMenu({ language, dialogs }: LanguageMenuProps) {
  const act = useAction(languageKeeping)
  const { id, name, isDefault } = language
  const params = { id }
  const remove = async () => {
    const question = { title: t('language.remove'), text: t('language.removeText', { name }) }
    if (await confirm({ ...question, agree: t('language.remove'), kind: 'dangerous' }))
      await act(languageKeeping.remove, { params })
  }
  const { update, copy, refresh, setDefault, remove: removal } = languageKeeping
  return (
    <MoreMenu label={t('language.more', { name })}>
      <ActionItem
        code={languageFiles.takeOut.permission}
        icon="tray"
        onClick={() => dialogs.takeOut.open(language)}
      >
        {t('language.takeOut')}
      </ActionItem>
      <ActionItem
        code={languageFiles.bringIn.permission}
        icon="plus"
        onClick={() => dialogs.bringIn.open(language)}
      >
        {t('language.bringIn')}
      </ActionItem>
      <ActionItem code={copy.permission} icon="columns" onClick={() => dialogs.copy.open(language)}>
        {t('language.copy')}
      </ActionItem>
      <ActionItem
        code={refresh.permission}
        icon="restore"
        onClick={() => void act(refresh, { params })}
      >
        {t('language.refresh')}
      </ActionItem>
      {!isDefault && (
        <ActionItem
          code={update.permission}
          icon="check"
          onClick={() => void act(setDefault, { params })}
        >
          {t('language.setDefault')}
        </ActionItem>
      )}
      {!isDefault && (
        <ActionItem
          code={removal.permission}
          icon="trash"
          isDangerous
          onClick={() => void remove()}
        >
          {t('language.remove')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}
