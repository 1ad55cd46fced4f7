import type { MenuItem } from '@muster/contract'

/** A visible page of the menu at a path, with what the test says about it. */
export const menuItem = (frontPath: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: frontPath,
  frontPath,
  frontName: frontPath,
  frontComponent: 'DEVICE_LIST',
  menuName: frontPath,
  menuIcon: '',
  isShow: 1,
  menuType: 1,
  iframeUrl: null,
  keepAlive: 1,
  noClosable: 0,
  activeMenu: null,
  levelHidden: 0,
  noColumn: 0,
  tabHidden: 0,
  dynamicNewTab: 0,
  target: null,
  guard: null,
  subSystemUserMenuVOS: [],
  ...more,
})
