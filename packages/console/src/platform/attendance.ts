/** How long after a person's last touch or key what this page asks for counts as asked by him. */
const attentionMs = 60_000

let lastTouch = Date.now()

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, () => (lastTouch = Date.now()), { capture: true, passive: true })

/**
 * Whether somebody sits before this page. What it asks for by itself while nobody does (polls,
 * refreshes after a change) must not keep a session alive.
 */
export const isAttended = (): boolean => Date.now() - lastTouch < attentionMs
