import { useQuestion } from '../kit/confirm.ts'
import { t } from '../kit/texts.ts'
import { Button, Group, Modal, Text } from '../ui/controls.ts'

/** The question that `confirm()` asks. */
export function ConfirmDialog() {
  const asked = useQuestion((state) => state.asked)
  return (
    <Modal
      opened={asked !== null}
      onClose={() => asked?.answer(false)}
      title={asked?.title}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      centered
    >
      <Text>{asked?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => asked?.answer(false)}>
          {t('shell.cancel')}
        </Button>
        <Button
          color={asked?.kind === 'dangerous' ? 'red.9' : 'brand'}
          onClick={() => asked?.answer(true)}
          data-autofocus
        >
          {asked?.agree}
        </Button>
      </Group>
    </Modal>
  )
}
