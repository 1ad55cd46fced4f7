import { create } from 'zustand'

interface Reach {
  /** The last thing heard of the server was nothing. */
  readonly isDown: boolean
  /** The user knows: reads that fail meanwhile need no message of their own. */
  readonly isTold: boolean
}

const up: Reach = { isDown: false, isTold: false }
const probe = { path: '/readyz', first: 1000, most: 15_000, timeLimit: 5000 }

/** Whether the server answers. */
export const useConnectivity = create<Reach>()(() => up)

/** A request was answered, by whatever answer. */
export function heardServer(): void {
  if (useConnectivity.getState().isDown) useConnectivity.setState(up)
}

/** A request was not answered, or by a proxy that misses the server. */
export function missedServer(): void {
  if (!useConnectivity.getState().isDown) useConnectivity.setState({ isDown: true })
}

/** Resolves once the server answers: at once where it does, after the cut where it is missed. */
export async function serverReady(): Promise<void> {
  if (!useConnectivity.getState().isDown && (await isReady())) return
  missedServer()
  await new Promise<void>((resolve) => {
    const stop = useConnectivity.subscribe(({ isDown }) => {
      if (isDown) return
      stop()
      resolve()
    })
  })
}

/** Asks until the server is back, once it is missed; answers how to stop. */
export function followConnectivity(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const ask = async () => {
    clearTimeout(timer)
    if (await isReady()) heardServer()
    else if (useConnectivity.getState().isDown) again()
  }
  const again = () => {
    const pause = Math.min(probe.most, probe.first * 2 ** tries++)
    // A share of chance keeps a thousand consoles from coming back in the same instant.
    timer = setTimeout(() => void ask(), pause * (0.5 + Math.random() / 2))
  }
  const stop = useConnectivity.subscribe(({ isDown }, { isDown: wasDown }) => {
    if (isDown === wasDown) return
    clearTimeout(timer)
    tries = 0
    if (isDown) again()
  })
  // It may have been missed before anybody asked.
  if (useConnectivity.getState().isDown) again()
  const askNow = () => void (useConnectivity.getState().isDown && ask())
  addEventListener('offline', missedServer)
  addEventListener('online', askNow)
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('offline', missedServer)
    removeEventListener('online', askNow)
  }
}

async function isReady(): Promise<boolean> {
  const signal = AbortSignal.timeout(probe.timeLimit)
  return fetch(probe.path, { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
