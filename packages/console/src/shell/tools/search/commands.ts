import type { Language } from '../../../platform/language.ts'
import { t } from '../../../platform/texts.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { signOut } from '../../auth/signIn/session.ts'
import { openThemeDrawer } from '../../layout/theme/drawer.ts'
import { previewTheme, saveTheme } from '../../layout/theme/settings.ts'
import { openTool } from '../openTool.ts'
import { switchLanguage } from '../switchLanguage.ts'
import type { Suggestion } from './suggestions.ts'

interface Offered extends Language {
  readonly name: string
  readonly nativeName: string
}

/** What can be done from the keyboard, whatever page is open. */
export function commandsOf(languages: readonly Offered[]): readonly Suggestion[] {
  return [
    command('theme', 'palette', openThemeDrawer),
    command('light', 'sun', () => paint('light')),
    command('dark', 'moon', () => paint('dark')),
    command('system', 'screen', () => paint('system')),
    command('notices', 'bell', () => openTool('notices')),
    command('keys', 'info', () => openTool('keys')),
    command('signOut', 'logout', () => void signOut()),
    ...languages.map(({ name, nativeName, ...language }) => ({
      id: `language:${language.code}`,
      group: 'command' as const,
      kind: 'command' as const,
      text: t('tools.command.language', { language: nativeName }),
      words: `${name} ${t('shell.language')}`,
      icon: 'language' as const,
      choose: () => void switchLanguage(language),
    })),
  ]
}

type Name = 'theme' | 'light' | 'dark' | 'system' | 'notices' | 'keys' | 'signOut'

function command(name: Name, icon: IconName, choose: () => void): Suggestion {
  return {
    id: `command:${name}`,
    group: 'command',
    kind: 'command',
    text: t(`tools.command.${name}`),
    icon,
    choose,
  }
}

function paint(colorScheme: 'light' | 'dark' | 'system'): void {
  previewTheme({ colorScheme })
  // Refused: the call has said why, and the page shows it all the same until it is loaded anew.
  void saveTheme().catch(() => undefined)
}
