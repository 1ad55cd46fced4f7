import { type AppWish, type Device, mqttApks } from '@muster/contract'
import { confirm } from '../../../../kit/dialog/confirm.ts'
import { RowActions, RowButton } from '../../../../kit/list/buttons.tsx'
import { outcomeOf, useSend } from '../../../../kit/useAction.ts'
import { t } from '../../../../platform/texts.ts'
import { showGiven } from '../../command/showGiven.ts'
import { AppCommands } from './AppCommands.tsx'
import type { AppLine } from './appLines.ts'

interface AppActsProps {
  readonly device: Device
  readonly line: AppLine
}

/** What can be done with an application of one terminal: each is a task of its own. */
export function AppActs({ device, line }: AppActsProps) {
  const send = useSend(mqttApks)
  const { known, update, mayRemove, installed } = line
  const name = known?.name ?? line.package
  const give = async (want: Wish, { title, text, kind }: Words) => {
    if (!(await confirm({ title, text, agree: title, kind }))) return
    const body = { want, targets: { ids: [device.id] } }
    const sent = await outcomeOf(send(mqttApks.add, { body }))
    if ('reply' in sent) showGiven(sent.reply, t('app.onTerminal.given', { no: sent.reply.taskNo }))
  }
  const bring = t(installed ? 'app.onTerminal.update' : 'app.onTerminal.install')
  return (
    <RowActions>
      {update && (
        <RowButton
          code={mqttApks.add.permission}
          onClick={() =>
            void give(
              { action: 'INSTALL', apkId: update.apkId },
              {
                title: bring,
                text: t('app.onTerminal.bringSure', { name, version: update.versionName }),
                kind: 'ordinary',
              },
            )
          }
        >
          {bring}
        </RowButton>
      )}
      {mayRemove && (
        <RowButton
          code={mqttApks.add.permission}
          isDangerous
          onClick={() =>
            void give(
              known
                ? { action: 'UNINSTALL', appId: known.appId }
                : { action: 'REMOVE_PACKAGE', package: line.package },
              {
                title: t('app.onTerminal.remove'),
                text: t('app.onTerminal.removeSure', { name }),
                kind: 'dangerous',
              },
            )
          }
        >
          {t('app.onTerminal.remove')}
        </RowButton>
      )}
      {installed && <AppCommands device={device} name={name} named={line.package} />}
    </RowActions>
  )
}

type Wish =
  | Pick<Extract<AppWish, { action: 'INSTALL' }>, 'action' | 'apkId'>
  | Pick<Extract<AppWish, { action: 'UNINSTALL' }>, 'action' | 'appId'>
  | Pick<Extract<AppWish, { action: 'REMOVE_PACKAGE' }>, 'action' | 'package'>

interface Words {
  readonly title: string
  readonly text: string
  readonly kind: 'ordinary' | 'dangerous'
}
