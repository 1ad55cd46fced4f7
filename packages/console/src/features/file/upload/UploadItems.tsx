import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { Button } from '../../../ui/controls.ts'
import {
  dropEnded,
  dropUpload,
  pauseUpload,
  type QueuedUpload,
  resumeUpload,
  useUploads,
} from './uploadQueue.ts'
import { stepTexts } from './uploadTexts.ts'
import classes from './upload.module.css'

/** The files that this console sends, each with its bar. */
export function UploadItems() {
  const list = useUploads((state) => state.list)
  if (list.length === 0) return null
  return (
    <section aria-label={t('upload.queue')}>
      <ul className={classes.items}>
        {list.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      {list.some(({ step }) => step === 'stored' || step === 'unfit') && (
        <Button variant="subtle" size="xs" onClick={dropEnded}>
          {t('upload.dropEnded')}
        </Button>
      )}
    </section>
  )
}

const ended: ReadonlySet<QueuedUpload['step']> = new Set(['stored', 'failed', 'unfit'])

function Item({ item }: { readonly item: QueuedUpload }) {
  const { file, step, done, message } = item
  const isOnItsWay = !ended.has(step)
  return (
    <li className={classes.item} data-step={step}>
      <bdi className={classes.name}>{file.name}</bdi>
      <ItemButtons item={item} />
      {isOnItsWay && (
        <span className={classes.bar}>
          <Bar label={file.name} share={done / Math.max(1, file.size)} />
        </span>
      )}
      <span className={classes.hint}>
        {t(stepTexts[step])}{' '}
        {isOnItsWay && t('upload.of', { done: formatBytes(done), total: formatBytes(file.size) })}
      </span>
      {message && (
        <p role="alert" className={classes.problem}>
          {message}
        </p>
      )}
    </li>
  )
}

function ItemButtons({ item }: { readonly item: QueuedUpload }) {
  const { key, step, file } = item
  const mayPause = step === 'waiting' || step === 'hashing' || step === 'sending'
  const mayResume = step === 'paused' || step === 'failed'
  const resume = t(step === 'failed' ? 'kit.retry' : 'upload.resume')
  const named = (text: string) => `${text}: ${file.name}`
  return (
    <span className={classes.itemButtons}>
      {mayPause && (
        <ItemButton label={named(t('upload.pause'))} onClick={() => pauseUpload(key)}>
          {t('upload.pause')}
        </ItemButton>
      )}
      {mayResume && (
        <ItemButton label={named(resume)} onClick={() => resumeUpload(key)}>
          {resume}
        </ItemButton>
      )}
      {step !== 'stored' && step !== 'unfit' && step !== 'checking' && (
        <ItemButton label={named(t('kit.cancel'))} onClick={() => dropUpload(item)}>
          {t('kit.cancel')}
        </ItemButton>
      )}
    </span>
  )
}

interface ItemButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: string
}

const ItemButton = ({ label, onClick, children }: ItemButtonProps) => (
  <Button variant="default" size="compact-sm" aria-label={label} onClick={onClick}>
    {children}
  </Button>
)
