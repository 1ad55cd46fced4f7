import { type Language, languageFiles, languageKeeping } from '@muster/contract'
import type { ReactNode } from 'react'
import { confirm } from '../../../kit/confirm.ts'
import { useAction } from '../../../kit/list/useAction.ts'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
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
      <Item of={languageFiles.takeOut} icon="tray" onClick={() => dialogs.takeOut.open(language)}>
        {t('language.takeOut')}
      </Item>
      <Item of={languageFiles.bringIn} icon="plus" onClick={() => dialogs.bringIn.open(language)}>
        {t('language.bringIn')}
      </Item>
      <Item of={copy} icon="columns" onClick={() => dialogs.copy.open(language)}>
        {t('language.copy')}
      </Item>
      <Item of={refresh} icon="restore" onClick={() => void act(refresh, { params })}>
        {t('language.refresh')}
      </Item>
      {!isDefault && (
        <Item of={update} icon="check" onClick={() => void act(setDefault, { params })}>
          {t('language.setDefault')}
        </Item>
      )}
      {!isDefault && (
        <Item of={removal} icon="trash" onClick={() => void remove()}>
          {t('language.remove')}
        </Item>
      )}
    </MoreMenu>
  )
}

interface ItemProps {
  readonly of: { readonly permission: string }
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: ReactNode
}

function Item({ of, icon, onClick, children }: ItemProps) {
  if (!useCan(of.permission)) return null
  return (
    <Menu.Item leftSection={<Icon name={icon} />} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}
