import type { KeyboardEvent } from 'react'
import { closeTabs, openTab, stepTab } from './store.ts'
import type { Tab } from './tabs.ts'

/**
 * The tablist pattern: focus and page move together; Delete closes; Control and Shift with an
 * arrow move the tab itself. In right-to-left the arrows are mirrored. Answers whether the tab moved.
 */
export function onTabKey(
  event: KeyboardEvent<HTMLElement>,
  tab: Tab,
  bar: readonly Tab[],
): boolean {
  if (event.key === 'Delete') void closeTabs(tab.id, 'this')
  const at = bar.indexOf(tab)
  if (event.ctrlKey && event.shiftKey) {
    const step = arrowStep(event.key)
    if (step === 0) return false
    event.preventDefault()
    return stepTab(tab.id, step)
  }
  const target = bar[targetIndex(event.key, at, bar.length)]
  if (!target) return false
  event.preventDefault()
  document.getElementById(`tab-${target.id}`)?.focus()
  openTab(target)
  return false
}

function arrowStep(key: string): 1 | -1 | 0 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (document.documentElement.dir !== 'rtl') ? 1 : -1
}

function targetIndex(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === ' ' || key === 'Enter') return at
  const step = arrowStep(key)
  return step === 0 ? -1 : (at + step + count) % count
}
