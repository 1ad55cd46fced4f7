/** Whether an element is drawn: a page or a tab behind another one is there, but is not. */
export function isShown(element: Element): boolean {
  if (typeof element.checkVisibility === 'function') return element.checkVisibility()
  for (let around: Element | null = element; around; around = around.parentElement)
    if (getComputedStyle(around).display === 'none') return false
  return true
}

/** The dialogs that are open over the page in front, the last one in the document last. */
export const shownDialogs = (): readonly Element[] =>
  [...document.querySelectorAll('[role=dialog], dialog[open]')].filter(isShown)
