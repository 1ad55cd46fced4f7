import { type Param, params } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { State } from '../assignment/paramColumns.tsx'
import { paramListPath } from '../assignment/paramPath.ts'
import { levelTexts } from '../assignment/paramTexts.ts'
import classes from './editor.module.css'
import type { Draft } from './useDraft.ts'

interface EditorHeadProps {
  readonly param: Param
  readonly draft: Draft
  readonly review: Dialog<Param>
  readonly mayEdit: boolean
}

/** For whom it is, whether what is typed is kept, and the way on. */
export function EditorHead({ param, draft, review, mayEdit }: EditorHeadProps) {
  const { id, name, level, targetName, appName, templateName, templateRevision } = param
  const send = useSend(params)
  const open = async () => {
    if (!(await draft.save())) return
    // With the version that the draft has by now.
    const read = await outcomeOf(send(params.detail, { params: { id } }))
    if ('reply' in read) review.open(read.reply)
  }
  return (
    <header className={classes.head}>
      <Button variant="default" size="xs" onClick={() => navigate(paramListPath)}>
        {t('kit.back')}
      </Button>
      <div className={classes.who}>
        <h2>
          <bdi>{name}</bdi> <State row={param} />
        </h2>
        <p>
          {t('param.editorFor', {
            app: appName,
            level: t(levelTexts[level]),
            target: targetName,
            template: t('param.templateOf', {
              name: templateName,
              rev: formatNumber(templateRevision),
            }),
          })}
        </p>
      </div>
      {mayEdit && (
        <output className={classes.kept} data-problem={draft.problem !== null || undefined}>
          {t(keptText(draft))}
        </output>
      )}
      <Permitted to={params.activate.permission}>
        <Button
          loading={draft.isSaving}
          disabled={draft.problem !== null}
          onClick={() => void open()}
        >
          {t('param.review')}
        </Button>
      </Permitted>
    </header>
  )
}

function keptText({ isDirty, isSaving, problem }: Draft) {
  if (problem) return 'param.notKept'
  if (isSaving) return 'param.keeping'
  return isDirty ? 'param.typing' : 'param.kept'
}
