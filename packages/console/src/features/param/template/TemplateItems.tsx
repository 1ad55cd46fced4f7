import {
  fillPath,
  type ParamTemplate,
  paramTemplates,
  templateMoves,
  type TemplateState,
} from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

interface TemplateItemsProps {
  readonly template: ParamTemplate
  readonly publishing: Dialog<ParamTemplate>
  readonly revisions: Dialog<ParamTemplate>
  readonly copying: Dialog<ParamTemplate>
}

const icons = { PUBLISHED: 'restore', DEPRECATED: 'clock', RETIRED: 'stop', DRAFT: 'edit' } as const

/** What else can be done to a template. */
export function TemplateItems({ template, publishing, revisions, copying }: TemplateItemsProps) {
  const batch = useBatch(paramTemplates)
  const move = useMove(template)
  const { id, state } = template
  const moves: readonly TemplateState[] = templateMoves[state]
  return (
    <>
      {state !== 'RETIRED' && (
        <ActionItem
          code={paramTemplates.publish.permission}
          icon="check"
          onClick={() => publishing.open(template)}
        >
          {t('paramTemplate.publish')}
        </ActionItem>
      )}
      <ActionItem
        code={paramTemplates.revisions.permission}
        icon="clock"
        onClick={() => revisions.open(template)}
      >
        {t('paramTemplate.revisions')}
      </ActionItem>
      <ActionItem
        code={paramTemplates.copy.permission}
        icon="plus"
        onClick={() => copying.open(template)}
      >
        {t('paramTemplate.copy')}
      </ActionItem>
      <ActionItem
        code={paramTemplates.exportText.permission}
        icon="file"
        onClick={() => saveByTicket(fillPath(paramTemplates.exportText.path, { id }))}
      >
        {t('paramTemplate.exportDraft')}
      </ActionItem>
      {moves.map((to) => (
        <ActionItem
          key={to}
          code={paramTemplates.setState.permission}
          icon={icons[to]}
          onClick={() => void move(to)}
        >
          {t(`paramTemplate.move.${to}`)}
        </ActionItem>
      ))}
      <ActionItem
        code={paramTemplates.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}

/** Puts a template into another state; what cannot be taken back is asked about. */
function useMove({ id, name }: ParamTemplate) {
  const act = useAction(paramTemplates)
  return async (state: TemplateState) => {
    const isSure =
      state === 'PUBLISHED' ||
      (await confirm({
        title: t(`paramTemplate.move.${state}`),
        text: t(state === 'RETIRED' ? 'paramTemplate.retireText' : 'paramTemplate.deprecateText', {
          name,
        }),
        agree: t(`paramTemplate.move.${state}`),
        kind: state === 'RETIRED' ? 'dangerous' : 'ordinary',
      }))
    if (isSure) await act(paramTemplates.setState, { params: { id, to: state } })
  }
}
