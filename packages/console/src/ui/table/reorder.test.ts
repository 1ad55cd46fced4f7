import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followReorder } from './reorder.ts'

const put = vi.fn<(column: string, before: string | null) => void>()
const sort = vi.fn<() => void>()
let list: HTMLElement
let stop: () => void

/** Three headings of a hundred pixels each. */
function build(direction: 'ltr' | 'rtl'): void {
  list = document.createElement('section')
  list.style.direction = direction
  const names = ['a', 'b', 'c']
  list.innerHTML = `<table><thead><tr><th></th>${names.map((id) => `<th data-column="${id}">${id}</th>`).join('')}</tr></thead></table>`
  document.body.append(list)
  list.addEventListener('click', sort)
  const headings = [...list.querySelectorAll('th')]
  headings.forEach((heading, index) => {
    heading.style.direction = direction
    const at = direction === 'ltr' ? index : headings.length - 1 - index
    heading.getBoundingClientRect = () => new DOMRect(at * 100, 0, 100, 40)
  })
  stop = followReorder(list, put)
}

const heading = (id: string) => list.querySelector<HTMLElement>(`[data-column=${id}]`)
const fire = (type: string, clientX: number, on: EventTarget | null = window) =>
  on?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, button: 0 }))

function drag(id: string, from: number, to: number): void {
  fire('pointerdown', from, heading(id))
  fire('pointermove', to)
  fire('pointerup', to)
  fire('click', to, heading(id))
}

beforeEach(() => {
  put.mockClear()
  sort.mockClear()
})
afterEach(() => {
  stop()
  list.remove()
})

describe('a heading', () => {
  it('goes before the one whose first half it is dropped on, and does not sort then', () => {
    build('ltr')
    drag('c', 350, 120)
    expect(put.mock.calls).toEqual([['c', 'a']])
    expect(sort).not.toHaveBeenCalled()
  })

  it('goes to the end beyond the last one', () => {
    build('ltr')
    drag('a', 150, 390)
    expect(put.mock.calls).toEqual([['a', null]])
  })

  it('goes the other way where lines run from right to left', () => {
    build('rtl')
    // From the right: an empty one, a, b, c.
    drag('c', 50, 280)
    expect(put.mock.calls).toEqual([['c', 'a']])
  })

  it('that is pressed and hardly moved is clicked as ever', () => {
    build('ltr')
    drag('b', 250, 253)
    expect(put).not.toHaveBeenCalled()
    expect(sort).toHaveBeenCalledOnce()
  })

  it('stays where the drag is broken off', () => {
    build('ltr')
    fire('pointerdown', 350, heading('c'))
    fire('pointermove', 120)
    expect(heading('a')?.dataset['drop']).toBe('start')
    fire('pointercancel', 120)
    expect(put).not.toHaveBeenCalled()
    expect(heading('a')?.dataset['drop']).toBeUndefined()
  })
})
