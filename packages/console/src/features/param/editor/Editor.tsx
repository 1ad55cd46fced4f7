import { isFileType, type Param, params, readParamFile } from '@muster/contract'
import { useMemo } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useMarkPage } from '../../../kit/page/useMarkPage.ts'
import { useCan } from '../../../kit/session.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { sourceOf } from '../assignment/paramTexts.ts'
import { ParamForm } from '../form/ParamForm.tsx'
import { effectiveValue, type Inherited } from '../form/formRows.ts'
import classes from './editor.module.css'
import { EditorHead } from './EditorHead.tsx'
import { FileButton } from './FileButton.tsx'
import { Problems } from './Problems.tsx'
import { type ParamFormReply, useDraft } from './useDraft.ts'
import { takesVariables, VariableButton } from './VariableButton.tsx'

const VariableDialog = lazyDialog(() =>
  import('./VariableDialog.tsx').then((file) => file.VariableDialog),
)
const ActivateDialog = lazyDialog(() =>
  import('../assignment/ActivateDialog.tsx').then((file) => file.ActivateDialog),
)

interface EditorProps {
  readonly param: Param
  readonly form: ParamFormReply
  /** Reads the form anew. */
  readonly read: () => Promise<ParamFormReply | null>
}

/** The right to see and change what is meant for those who know. */
const advanced = 'PARAM_ADVANCED'

/** The form of an assignment, which keeps what is typed, and the way to put it in force. */
export function Editor({ param, form, read }: EditorProps) {
  const draft = useDraft(param.id, form, read)
  const review = useDialog<Param>()
  const variables = useDialog<string>()
  const mayEdit = useCan(params.draft.permission)
  const access = useCan(advanced) ? 'ADVANCED' : 'BASIC'
  const { said, isDirty } = draft
  const held = useMemo(() => {
    const pids = [...said]
    return {
      values: new Map(pids.flatMap(([pid, text]) => (text === null ? [] : [[pid, text] as const]))),
      ownSecrets: new Set(pids.flatMap(([pid, text]) => (text === null ? [pid] : []))),
      inherited: inheritedOf(form.inherited),
    }
  }, [said, form.inherited])
  useMarkPage(isDirty, draft.isKept)
  const fields = useMemo(
    () => new Map(form.template.fields.map((field) => [field.pid, field])),
    [form.template],
  )
  const isFile = (pid: string) => isFileType(fields.get(pid)?.dataType ?? 'STRING')
  return (
    <div className={classes.editor}>
      <EditorHead param={param} draft={draft} review={review} mayEdit={mayEdit} />
      <Problems draft={draft} fields={fields} param={param} />
      <div className={classes.card}>
        <ParamForm
          content={form.template}
          {...held}
          access={access}
          isReadOnly={!mayEdit}
          onChange={(pid, text) => draft.set(pid, text ?? undefined)}
          beside={(pid) => {
            const field = fields.get(pid)
            if (!field) return null
            return (
              <>
                {!isDirty && isFile(pid) && readParamFile(said.get(pid) ?? '') && (
                  <FileButton id={param.id} pid={pid} label={field.label} />
                )}
                {mayEdit && takesVariables(field) && (
                  <VariableButton label={field.label} onClick={() => variables.open(pid)} />
                )}
              </>
            )
          }}
        />
      </div>
      <ActivateDialog dialog={review} />
      <VariableDialog
        dialog={variables}
        appId={param.appId}
        isFile={isFile}
        take={(pid, key) => {
          // A variable stands for all of a file.
          const before = isFile(pid) ? '' : effectiveValue(held, pid)
          draft.set(pid, `${before}\${${key}}`)
          variables.close()
        }}
      />
    </div>
  )
}

const inheritedOf = (all: ParamFormReply['inherited']): ReadonlyMap<string, Inherited> =>
  new Map(
    Object.entries(all).map(([pid, one]) => [
      pid,
      { value: one.value, source: sourceOf(one), isSet: one.isSecret },
    ]),
  )
