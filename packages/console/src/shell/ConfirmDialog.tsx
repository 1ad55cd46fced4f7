import { useEffect, useRef } from 'react'
import { type Asked, useQuestion } from '../kit/confirm.ts'
import { t } from '../platform/texts.ts'
import { Button, Group } from '../ui/controls.ts'
import styles from './Dialog.module.css'

/** The question that `confirm()` asks, over everything else. */
export function ConfirmDialog() {
  const asked = useQuestion((state) => state.asked)
  return asked && <QuestionDialog {...asked} />
}

function QuestionDialog({ title, text, agree, kind, answer }: Asked) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onClose={() => answer(false)}
    >
      <h2 id="question-title">{title}</h2>
      <p id="question-text">{text}</p>
      <Group justify="flex-end">
        {/* The attribute keeps Escape from closing the UI library's dialog below as well. */}
        <Button
          variant="default"
          onClick={() => answer(false)}
          autoFocus
          data-mantine-stop-propagation="true"
        >
          {t('shell.cancel')}
        </Button>
        <Button
          color={kind === 'dangerous' ? 'red.9' : 'brand'}
          onClick={() => answer(true)}
          data-mantine-stop-propagation="true"
        >
          {agree}
        </Button>
      </Group>
    </dialog>
  )
}
