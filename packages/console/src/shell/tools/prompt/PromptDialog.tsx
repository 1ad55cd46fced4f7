import { useId, useState } from 'react'
import { type AskedPrompt, usePrompt } from '../../../platform/prompt.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, TextInput } from '../../../ui/controls.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './PromptDialog.module.css'

/** The line of text that `prompt()` asks for, over everything else. */
export function PromptDialog() {
  const { asked } = usePrompt()
  return asked && <Question asked={asked} />
}

function Question({ asked }: { readonly asked: AskedPrompt }) {
  const { title, label, pattern, message, initial = '', answer } = asked
  const form = useId()
  const [text, setText] = useState(initial)
  const [wasWrong, setWrong] = useState(false)
  const isRight = pattern.test(text.trim())
  const submit = () => (isRight ? answer(text.trim()) : setWrong(true))
  return (
    <ToolDialog title={title} place="centre" close={() => answer(null)}>
      <form
        id={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextInput
          label={label}
          value={text}
          error={wasWrong && !isRight && message}
          onChange={({ target }) => setText(target.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(null)}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit">{t('tools.prompt.agree')}</Button>
        </Group>
      </form>
    </ToolDialog>
  )
}
