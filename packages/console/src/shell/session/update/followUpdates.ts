import { show } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { workerUrl } from '../../../platform/workerUrl.ts'
import { confirmDiscard } from '../../tabs/confirmDiscard.ts'
import { isUnsaved } from '../../tabs/store.ts'
import { reloadNow } from './reload.ts'

/** Milliseconds (product spec, sections 4 and 9). */
const noticeLasts = 8000
const reloadAfter = 10_000
/** As long as a timer can wait: until someone closes it. */
const untilClosed = 2_147_483_647
/** Who leaves the console open for days is told within the hour. */
const lookEvery = 60 * 60_000

/** Keeps the console's files in the browser, and takes up a new version when nothing is lost by it. */
export async function followUpdates(): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  // What was found before anybody listened.
  if (registration.active && registration.installing) followWorker(registration)
  if (registration.active && registration.waiting) becomeReady(registration)
  registration.addEventListener('updatefound', () => {
    // The first version of all replaces nothing: its arrival is no news.
    if (registration.active) followWorker(registration)
  })
  setInterval(() => void look(registration), lookEvery)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look(registration)
  })
}

/** Without a connection there is nothing new. */
const look = (registration: ServiceWorkerRegistration) =>
  registration.update().catch(() => undefined)

function followWorker(registration: ServiceWorkerRegistration): void {
  say({ kind: 'info', text: t('shell.update.downloading'), lasts: noticeLasts })
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') becomeReady(registration)
  })
}

let isReady = false

/** The new version is here. It is taken up in a while, or when the last unsaved work is saved. */
function becomeReady(registration: ServiceWorkerRegistration): void {
  if (isReady) return
  isReady = true
  if (isBusy()) waitForWork(registration)
  else countDown(registration)
}

function countDown(registration: ServiceWorkerRegistration): void {
  say({ kind: 'info', text: t('shell.update.ready'), lasts: reloadAfter })
  setTimeout(() => {
    if (isBusy()) waitForWork(registration)
    else reloadNow(registration)
  }, reloadAfter)
}

function waitForWork(registration: ServiceWorkerRegistration): void {
  const watch = setInterval(() => {
    if (isBusy()) return
    clearInterval(watch)
    countDown(registration)
  }, 1000)
  const reload = async () => {
    if (!isUnsaved() || (await confirmDiscard())) reloadNow(registration)
    else offer()
  }
  const offer = () =>
    say({
      kind: 'warning',
      title: t('shell.update.waiting'),
      text: t('shell.update.now'),
      lasts: untilClosed,
      onClick: () => void reload(),
    })
  offer()
}

/** One notice about updates at a time: the next replaces the last. */
const say = (notice: Parameters<typeof show>[0]) =>
  show({ ...notice, cause: 'update', isNext: true })

/** Unsaved work in a tab, or someone who is writing just now: at sign-in, in a search. */
function isBusy(): boolean {
  const field = document.activeElement
  const isWriting =
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    field.value !== ''
  return isUnsaved() || isWriting
}
