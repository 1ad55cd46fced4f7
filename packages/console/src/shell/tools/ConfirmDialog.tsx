import { useEffect, useRef, useState } from 'react'
import { type Asked, mostByClick, useQuestion } from '../../kit/dialog/confirm.ts'
import { currentAddress, followAddress } from '../../platform/address.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { TopDialog } from '../../ui/TopDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Dialog.module.css'

const CountTyped = lazyPart(() =>
  import('../../kit/dialog/CountTyped.tsx').then((file) => file.CountTyped),
)

/** The question that `confirm()` asks, over everything else. */
export function ConfirmDialog() {
  const asked = useQuestion((state) => state.asked)
  return asked && <QuestionDialog {...asked} />
}

function QuestionDialog({ title, text, agree, kind, count = 0, list, answer }: Asked) {
  const [isTyped, setTyped] = useState(count <= mostByClick)
  // Enter agrees at once only where no harm can be done by it.
  const begins = kind === 'ordinary' && isTyped ? 'agree' : 'cancel'
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => start.current?.focus(), [])
  // Whoever goes back or on to another page has not agreed, and is not to find the question there.
  useEffect(() => {
    const { path } = currentAddress()
    return followAddress(() => currentAddress().path !== path && answer(false))
  }, [answer])
  return (
    <TopDialog
      className={styles['dialog']}
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onClose={() => answer(false)}
    >
      <h2 id="question-title">{title}</h2>
      <p id="question-text">{text}</p>
      {list && (
        <Button variant="default" size="xs" mb="sm" onClick={list.save}>
          {list.label}
        </Button>
      )}
      {count > mostByClick && (
        <CountTyped count={count} setTyped={setTyped} agree={() => answer(true)} />
      )}
      <Group justify="flex-end">
        {/* The attribute keeps Escape from closing the UI library's dialog below as well. */}
        <Button
          variant="default"
          onClick={() => answer(false)}
          {...(begins === 'cancel' && { ref: start })}
          data-mantine-stop-propagation="true"
        >
          {t('shell.cancel')}
        </Button>
        <Button
          color={kind === 'dangerous' ? 'red.9' : 'brand'}
          // In a red theme the hue alone would not tell.
          leftSection={kind === 'dangerous' && <Icon name="warning" size={16} />}
          disabled={!isTyped}
          onClick={() => answer(true)}
          {...(begins === 'agree' && { ref: start })}
          data-mantine-stop-propagation="true"
        >
          {agree}
        </Button>
      </Group>
    </TopDialog>
  )
}
