import type {
  Menu as LibraryMenu,
  MenuDividerProps,
  MenuDropdownProps,
  MenuItemProps,
  MenuLabelProps,
  MenuProps,
  MenuSubDropdownProps,
  MenuSubItemProps,
  MenuSubProps,
  MenuSubTargetProps,
  MenuTargetProps,
} from '@mantine/core'
import {
  cloneElement,
  type ComponentPropsWithoutRef,
  createContext,
  createElement,
  isValidElement,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

type Parts = typeof LibraryMenu

let parts: Parts | null = null
const waiting = new Set<() => void>()

/**
 * Fetches the code of the menus, a tenth of what the frame weighs: a page is there and shows its
 * first rows before anyone opens one. Until then the buttons stand as they are.
 */
export async function loadMenus(): Promise<void> {
  if (parts) return
  parts = (await import('./menuParts.ts')).menuParts
  for (const tell of waiting) tell()
}

function follow(changed: () => void): () => void {
  waiting.add(changed)
  return () => waiting.delete(changed)
}

const useParts = () => useSyncExternalStore(follow, () => parts)

/** The library's parts within a menu that is drawn; null: its button stands alone. */
const Awake = createContext<Parts | null>(null)

/**
 * A menu. Until it is first pressed it is its button and no more: a list has one in each row. Opened
 * before its code is there, it opens with it. Whoever says when it is open has it drawn at once.
 */
function AnyMenu({ children, ...props }: MenuProps) {
  const { opened } = props
  const here = useParts()
  const [isAwake, wake] = useState(false)
  const loaded = isAwake || opened !== undefined ? here : null
  const place = useRef<HTMLSpanElement>(null)
  const early = useRef<'nothing' | 'focus' | 'click'>('nothing')
  useEffect(() => {
    if (opened) void loadMenus()
  }, [opened])
  useEffect(() => {
    if (!loaded || early.current === 'nothing') return
    // The button was drawn anew with its menu: whoever stood on it stays there, who pressed it has.
    const button = place.current?.querySelector<HTMLElement>('button, a')
    button?.focus()
    if (early.current === 'click' && opened === undefined) button?.click()
    early.current = 'nothing'
  }, [loaded, opened])
  // What comes when the menu is drawn is the library's own affair.
  const note = (what: 'focus' | 'click') => {
    if (!loaded) early.current = what
  }
  const press = () => {
    note('click')
    wake(true)
    void loadMenus()
  }
  return (
    <span
      ref={place}
      style={{ display: 'contents' }}
      onPointerEnter={() => void loadMenus()}
      onFocus={() => early.current === 'nothing' && note('focus')}
      onBlur={() => (early.current = 'nothing')}
      onClickCapture={press}
    >
      <Awake value={loaded}>{loaded ? createElement(loaded, props, children) : children}</Awake>
    </span>
  )
}

function Target({ children }: MenuTargetProps) {
  const loaded = use(Awake)
  if (loaded) return <loaded.Target>{children}</loaded.Target>
  const says = { 'aria-haspopup': 'menu', 'aria-expanded': false }
  return isValidElement(children) ? cloneElement(children, says) : children
}

function Dropdown(props: MenuDropdownProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Dropdown {...props} />
}

type ItemProps = MenuItemProps &
  (
    | ({ readonly component?: 'button' } & ComponentPropsWithoutRef<'button'>)
    | ({ readonly component: 'a' } & ComponentPropsWithoutRef<'a'>)
  )

function Item(props: ItemProps) {
  const loaded = use(Awake)
  return loaded && createElement<object>(loaded.Item, props)
}

function Label(props: MenuLabelProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Label {...props} />
}

function Divider(props: MenuDividerProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Divider {...props} />
}

function Sub(props: MenuSubProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Sub {...props} />
}

function SubTarget(props: MenuSubTargetProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Sub.Target {...props} />
}

function SubItem(props: MenuSubItemProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Sub.Item {...props} />
}

function SubDropdown(props: MenuSubDropdownProps) {
  const loaded = use(Awake)
  return loaded && <loaded.Sub.Dropdown {...props} />
}

/** The UI library's menu under its own names, without its weight. */
export const Menu = Object.assign(AnyMenu, {
  Target,
  Dropdown,
  Item,
  Label,
  Divider,
  Sub: Object.assign(Sub, { Target: SubTarget, Item: SubItem, Dropdown: SubDropdown }),
})
