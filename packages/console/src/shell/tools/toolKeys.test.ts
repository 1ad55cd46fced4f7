import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeTool, useOpenTool } from './openTool.ts'
import { followToolKeys, toolOfKey } from './toolKeys.ts'

const plain = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
}

it.each([
  ['Ctrl K', { key: 'k', ctrlKey: true }, false, 'search'],
  ['⌘ K', { key: 'k', metaKey: true }, false, 'search'],
  ['Ctrl K while typing', { key: 'k', ctrlKey: true }, true, 'search'],
  ['Ctrl K of an Arabic keyboard', { key: 'ن', code: 'KeyK', ctrlKey: true }, false, 'search'],
  ['Ctrl Shift K', { key: 'K', ctrlKey: true, shiftKey: true }, false, null],
  ['K alone', { key: 'k' }, false, null],
  ['Alt Ctrl K', { key: 'k', ctrlKey: true, altKey: true }, false, null],
  ['?', { key: '?', shiftKey: true }, false, 'keys'],
  ['the Arabic ؟', { key: '؟', shiftKey: true }, false, 'keys'],
  ['? while typing', { key: '?', shiftKey: true }, true, null],
  ['a key of an unfinished sign', { key: '?', isComposing: true }, false, null],
] as const)('%s', (_, press, isTyping, tool) => {
  expect(toolOfKey({ ...plain, ...press }, isTyping)).toBe(tool)
})

let stop = () => {}
beforeEach(() => {
  stop = followToolKeys()
})
afterEach(() => {
  stop()
  closeTool()
  document.body.replaceChildren()
})

/** A dialog within a page that React keeps behind another one. */
function dialogBehind(): void {
  const place = document.body.appendChild(document.createElement('section'))
  place.style.setProperty('display', 'none', 'important')
  place.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
}

const press = (target: EventTarget, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

it('opens nothing by a sign typed into a field, nor over an open dialog', () => {
  const field = document.body.appendChild(document.createElement('input'))
  press(field, { key: '?' })
  expect(useOpenTool.getState().tool).toBeNull()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.open = true
  press(document.body, { key: 'k', ctrlKey: true })
  expect(useOpenTool.getState().tool).toBeNull()
  dialog.remove()
  expect(press(document.body, { key: 'k', ctrlKey: true })).toBe(false)
  expect(useOpenTool.getState().tool).toBe('search')
})

it('opens tools while a page behind this one has a dialog open', () => {
  dialogBehind()
  press(document.body, { key: 'k', ctrlKey: true })
  expect(useOpenTool.getState().tool).toBe('search')
})
