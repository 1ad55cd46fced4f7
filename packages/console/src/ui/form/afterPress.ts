let isPressed = false
const set = (value: boolean) => () => {
  isPressed = value
}
addEventListener('pointerdown', set(true), { capture: true })
for (const end of ['pointerup', 'pointercancel'] as const)
  addEventListener(end, set(false), { capture: true })

/**
 * Runs something now or, while a pointer is down, once its press has become a click: what moves under
 * the pointer meanwhile would take the click away from the button that was pressed.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run()
  const released = new AbortController()
  const ended = new AbortController()
  const end = () => {
    if (ended.signal.aborted) return
    ended.abort()
    run()
  }
  const later = () => {
    released.abort()
    addEventListener('click', end, { signal: ended.signal })
    // A press that ends elsewhere is no click.
    setTimeout(end)
  }
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(type, later, { capture: true, signal: released.signal })
}
